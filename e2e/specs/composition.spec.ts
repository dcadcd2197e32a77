import { expect } from '@playwright/test';

import { DIALOG, expectAccessible } from '../support/axe';
import { expectDrawn } from '../support/charts';
import { evaluate, PlanPage, sample } from '../support/plan-page';
import { test } from '../support/test';

/** What the tests read of what charts say. */
interface Charts {
  drawn: { words: { title: { parts: (string | { text: string })[] } } }[];
  racks: unknown[];
}

test('why of a cost begins with its parts, then the assumptions that move it, then the formula', async ({
  page,
  request,
}) => {
  const result = await evaluate(request, await sample(request, 'nvme-2026'));
  await page.goto('/samples/nvme-2026?why=slc-cache/cluster_tco');
  const { drawer } = new PlanPage(page);
  await expect(drawer.getByTestId('effects').getByRole('listitem').first()).toContainText(
    /licence price per core.*catalogue/i,
  );
  const heads = await drawer.getByRole('heading', { level: 4 }).allTextContents();
  // The formula's letters are drawn by code that may still be on its way; its heading is there from the beginning.
  expect(heads.slice(0, 3)).toEqual(['Made of', 'Assumptions, by their effect on this number', 'Formula']);
  await drawer.getByTestId('waterfall').getByRole('button', { name: 'smaller parts' }).click();
  const amounts = await drawer
    .getByTestId('waterfall-part')
    .evaluateAll((rows) => rows.map((row) => Number((row as HTMLElement).dataset.value)));
  const cost = result.rows
    .find((row) => row.key === 'cluster_tco')!
    .cells.find((cell) => cell.configuration === 'slc-cache')!;
  expect(amounts.reduce((sum, each) => sum + each, 0)).toBeCloseTo(cost.value.value!, 3);
  await expectAccessible(page, DIALOG);
  // A part has a why of its own, and its address leads there.
  await drawer.getByRole('button', { name: 'Servers' }).click();
  await expect(page).toHaveURL(/cluster_tco(\/|%2F)server_capex/);
  await expect(drawer.getByTestId('waterfall')).toContainText('price of processor');
});

test('an address with an unknown view opens the comparison', async ({ page }) => {
  await page.goto('/samples/nvme-2026?view=life');
  await expect(page.getByRole('tab', { name: 'Compare' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByTestId('advice')).toBeVisible();
  await expect(page).toHaveURL(/nvme-2026$/);
});

test('lives are drawn against the horizon and the warranties of the drives', async ({ page }) => {
  await page.goto('/samples/nvme-2026');
  const chart = page.getByRole('figure', { name: 'Wear-out' });
  await expectDrawn(page, chart.locator('svg [data-basis]'));
  await expect(chart.getByText('horizon = warranty 5 y')).toBeVisible();
  await expect(chart.locator('.recharts-reference-line')).toHaveCount(1);
});

test('a chart says what it finds, and its numbers open; the racks of the candidates stand beside each other', async ({
  page,
  request,
}) => {
  const answer = await request.post('/api/v1/evaluate?include=decision,charts', {
    data: await sample(request, 'nvme-2026'),
  });
  const { charts } = ((await answer.json()) as { decision: { charts: Charts } }).decision;
  await page.goto('/samples/nvme-2026');
  const chart = page.getByRole('figure', { name: 'Cost by category' });
  const title = chart.getByRole('heading');
  for (const part of charts.drawn[0]!.words.title.parts) {
    await expect(title).toContainText(typeof part === 'string' ? part.trim() : part.text);
  }
  const names = page.getByRole('figure', { name: 'Cost by year' }).getByTestId('line-names');
  await expectDrawn(page, names.locator('text'));
  await expect(names.locator('text')).toHaveCount(2);
  const racks = page.getByRole('list', { name: 'Racks' }).getByRole('listitem');
  await expect(racks).toHaveCount(charts.racks.length);
  await title.getByRole('button').first().click();
  await expect(page).toHaveURL(/licence_cost/);
});

test('an assumption leads to where it comes from', async ({ page }) => {
  await page.goto('/samples/nvme-2026?why=slc-cache/cluster_tco');
  const { drawer } = new PlanPage(page);
  await drawer.getByTestId('effects').getByRole('button', { name: 'price of DRAM' }).click();
  await expect(page).toHaveURL(/memory_price_per_gib/);
  await expect(drawer).toContainText('ddr5-rdimm-2026-08');
});

test('the cost chart shows totals, and the difference to the reference with a zero line', async ({ page }) => {
  await page.goto('/samples/nvme-2026?view=cost');
  const chart = page.getByRole('figure', { name: 'Cost by category' });
  await expectDrawn(page, chart.getByTestId('bar-total'));
  await expect(chart.getByTestId('bar-total')).toHaveCount(3);
  const place = () => chart.evaluate((each) => each.getBoundingClientRect().top + window.scrollY);
  const before = await place();
  await chart.getByRole('button', { name: /^as difference to/ }).click();
  await expect(chart.getByTestId('bar-total')).toHaveCount(2);
  await expect(chart.getByTestId('bar-total').first()).toHaveText(/^[+\u2212]/);
  await expect(chart.locator('.recharts-reference-line')).toHaveCount(1);
  expect(await place()).toBe(before);
  // The table has what is drawn.
  await chart.getByRole('button', { name: /show as table/ }).click();
  await expect(chart.getByRole('row', { name: /^Difference/ }).getByRole('cell')).toHaveText([
    /^[+\u2212]/,
    /^[+\u2212]/,
  ]);
  // The legend of the page says which mark is which configuration, and no chart says it again.
  await expect(page.getByRole('figure').getByRole('list').filter({ hasText: 'Xeon, SLC cache tier' })).toHaveCount(0);
  await expectAccessible(page, 'main figure');
});

test('all figures are one tab stop, and arrow keys lead through them', async ({ page }) => {
  const plan = new PlanPage(page);
  await plan.openSample('light-io');
  const table = page.getByRole('region', { name: 'Comparison table' }).getByRole('table');
  const button = plan.cell('hosts', 'nand').getByRole('button', { name: /Why\?$/ });
  await button.focus();
  await expect(table.locator(':is(button, a):not([tabindex="-1"])')).toHaveCount(1);
  await page.keyboard.press('ArrowRight');
  await expect(plan.cell('hosts', 'optane').getByRole('button', { name: /Why\?$/ })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(plan.cell('hosts', 'optane').getByRole('button', { name: /Why\?$/ })).not.toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await expect(button).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await table.evaluate((each) => each.contains(document.activeElement))).toBe(false);
});
