import { expect, type Page } from '@playwright/test';

import { evaluate, PlanPage, type Result, sample } from '../support/plan-page';
import { test } from '../support/test';

/** The first row of each section, of each state, and of failed hosts. */
function ofEachKind(rows: Result['rows']): Result['rows'] {
  const kindOf = ({ section, failed_hosts: failed, cells }: Result['rows'][number]) =>
    [section, failed > 0, cells[0]!.value.state].join();
  const kinds = new Map(rows.toReversed().map((row) => [kindOf(row), row]));
  return rows.filter((row) => kinds.get(kindOf(row)) === row);
}

/** Opens the explanation of the first number of each row, as a reader does. */
async function expectExplained(page: Page, rows: Result['rows']): Promise<void> {
  const plan = new PlanPage(page);
  await plan.openSample('moderate-io');
  for (const row of rows) {
    const cell = row.cells[0]!;
    await plan.cell(row.key, cell.configuration).getByRole('button', { name: /Why\?$/ }).click();
    if (row.failed_hosts > 0) await expect(plan.drawer).toContainText('down');
    // The quantity is the same in every failure case; the drawer's title tells the case.
    const [label] = row.label.split(', ');
    await expect(plan.drawer.getByRole('heading', { name: label, exact: false }).first()).toBeVisible();
    await expect(page.getByTestId('why-value')).toBeVisible();
    await expect(plan.drawer.locator('.katex').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(plan.drawer).toBeHidden();
  }
}

// That each row has a button which opens its address is tested as a component.
test('a number of each section and kind opens its explanation', async ({ page, request }) => {
  const { rows } = await evaluate(request, await sample(request, 'moderate-io'));
  const chosen = ofEachKind(rows);
  expect(chosen.length).toBeGreaterThan(10);
  expect(chosen.filter((row) => row.failed_hosts > 0).length).toBeGreaterThan(1);
  expect(new Set(chosen.map((row) => row.cells[0]!.value.state)).size).toBeGreaterThan(2);
  await expectExplained(page, chosen);
});

test('every number of the comparison opens its explanation', { tag: '@deep' }, async ({ page, request }) => {
  const { rows } = await evaluate(request, await sample(request, 'moderate-io'));
  await expectExplained(page, rows);
});

test('followed down, an explanation ends at a catalogue row with its source', async ({ page }) => {
  await page.goto('/samples/moderate-io?why=nand/years_to_wear_out');
  const plan = new PlanPage(page);
  const { drawer } = plan;
  await expect(page.getByTestId('why-value')).toContainText('0.737449');
  await plan.from(/^years to wear-out, by role/i).click();
  await expect(drawer).toContainText('cache drive');
  await plan.from(/^rated drive writes per day, by role/i).click();
  await plan.from(/^rated full writes per day of drive/i).click();
  await expect(drawer).toContainText('catalogue');
  await expect(drawer).toContainText('samsung-pm1645-800gb');
  await drawer.getByRole('navigation', { name: 'Path to this number' }).getByRole('button', { name: /years to wear-out$/i }).click();
  await expect(page.getByTestId('why-value')).toContainText('0.737449');
});

test('why of the hosts begins with the binding limit and its arithmetic', { tag: '@check' }, async ({ page }) => {
  await page.goto('/samples/light-io?why=nand/hosts');
  const { drawer } = new PlanPage(page);
  await expect(drawer.getByRole('heading', { level: 4 }).first()).toHaveText(/^Decided by/);
  const first = drawer.getByTestId(/^limit-/).first();
  await expect(first).toContainText('CPU cores');
  await expect(first).toContainText('153.846\u00a0cores / 56\u00a0cores/host = 2.74725, rounded up 3, + 1 spare host = 4');
  await first.getByRole('button', { name: 'CPU cores' }).click();
  await expect(page).toHaveURL(/hosts_for_cpu_ratio/);
});

test('evidence is called evidence', async ({ page }) => {
  await page.goto('/samples/moderate-io?why=nand/sustained_write_mb_s');
  const plan = new PlanPage(page);
  const { drawer } = plan;
  await plan.from(/^sustained write rate from measurements/i).click();
  await expect(drawer).toContainText('evidence');
  await expect(drawer).toContainText('Why Intel Optane SSDs Are a Better Option');
});

test('by keyboard: open, close, and the focus returns', async ({ page }) => {
  const plan = new PlanPage(page);
  await plan.openSample('light-io');
  const button = plan.cell('hosts', 'nand').getByRole('button', { name: /Why\?$/ });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(plan.drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(plan.drawer).toBeHidden();
  await expect(button).toBeFocused();
});
