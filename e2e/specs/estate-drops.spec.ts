import { expect, type Page } from '@playwright/test';

import { DIALOG, expectAccessible } from '../support/axe';
import { drop } from '../support/drops';
import { type NamedFile, QUOTE, rvtools, series } from '../support/estate-files';
import { expectUsable, SCREENS } from '../support/screens';
import { test } from '../support/test';

const GARBAGE = { name: 'holiday.png', mimeType: 'image/png', buffer: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') };

const text = (name: string, content: string): NamedFile => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content, 'utf-8'),
});

/** A table of other VMs, as another vCenter would have. */
const OTHER = text(
  'second.csv',
  ['VM name,vCPU,RAM GB,Disk GB,Cluster', ...Array.from({ length: 12 }, (_, at) => `other-${String(at)},4,16,100,Gold`)].join(
    '\n',
  ),
);

const OUTCOME = '[data-testid="drop-outcome"]';
const told = (page: Page) => page.locator(OUTCOME);
const dialog = (page: Page) => page.getByRole('dialog');

/** An estate with a choice that is not the usual one. */
async function openEstate(page: Page): Promise<void> {
  await page.goto('/estate');
  await drop(page, rvtools(90).files);
  const form = page.getByRole('form', { name: 'Scope and groups' });
  await page.getByRole('button', { name: 'CL-B (30)' }).click();
  await form.getByLabel('Group by').selectOption('owner');
  await expectChoices(page);
}

/** What was chosen is still chosen, and counts. */
async function expectChoices(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Scope and groups' });
  await expect(page.getByRole('button', { name: /^CL-B/ })).toHaveAttribute('aria-pressed', 'false');
  await expect(form.getByLabel('Group by')).toHaveValue('@owner');
  await expect(page.getByText('30 left out: in other clusters')).toBeVisible();
}

const historyShown = (page: Page) => page.getByRole('columnheader', { name: 'Diversity factor' });

test('history dropped on an estate is added to it, and can be taken out again', async ({ page }) => {
  await openEstate(page);
  await drop(page, [series(80)]);
  await expect(told(page)).toContainText('history.csv is performance history, and is added to 2 files.zip.');
  await expect(historyShown(page)).toBeVisible();
  await expectChoices(page);
  await expectAccessible(page);

  // A second history is a question; what is there stays until it is answered.
  await drop(page, [series(40, 'more.csv')]);
  await expect(dialog(page)).toContainText('history.csv is there. You bring more.csv');
  await expectAccessible(page, DIALOG);
  await dialog(page).getByRole('button', { name: 'Keep what is there' }).click();
  await expect(page.getByText('history.csv: VCF Operations')).toBeVisible();

  await page.getByRole('button', { name: 'Go on without it' }).click();
  await drop(page, [series(40, 'more.csv')]);
  await expect(historyShown(page)).toBeVisible();
  await told(page).getByRole('button', { name: 'Remove it again' }).click();
  await expect(historyShown(page)).toBeHidden();
  await expectChoices(page);
});

test('history dropped on the start page waits for the list of the VMs', async ({ page }) => {
  await page.goto('/');
  await drop(page, [series(80)]);
  await expect(told(page)).toContainText('history.csv is performance history. It is kept: now drop the list of the VMs.');
  await expect(page).toHaveURL(/\/$/);
  await expectAccessible(page, OUTCOME);
  await drop(page, rvtools(90).files);
  await expect(page).toHaveURL(/\/estate$/);
  await expect(page.getByText('Read as RVTools 4')).toBeVisible();
  await expect(historyShown(page)).toBeVisible();
  await expect(told(page)).toBeHidden();
});

test('a list and its history are dropped together', { tag: '@check' }, async ({ page }) => {
  await page.goto('/');
  await drop(page, [...rvtools(90).files, series(80)]);
  await expect(page.getByText('Read as RVTools 4')).toBeVisible();
  await expect(historyShown(page)).toBeVisible();
});

test('an inventory over an inventory is a question', async ({ page }) => {
  await openEstate(page);
  await drop(page, [series(80)]);
  await expect(historyShown(page)).toBeVisible();
  const title = page.getByRole('heading', { level: 1 });

  await drop(page, [OTHER]);
  await expect(dialog(page)).toContainText('2 files.zip is open, with 90 VMs. You bring second.csv, with 12 VMs.');
  await expectAccessible(page, DIALOG);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(title).toHaveText('2 files.zip');
  await expectChoices(page);

  await drop(page, [OTHER]);
  await dialog(page).getByRole('button', { name: 'Add it', exact: true }).click();
  await expect(told(page)).toContainText('second.csv is added: 102 VMs instead of 90.');
  await expect(title).toHaveText(/second\.csv/);
  await expect(page.getByRole('button', { name: 'Gold (12)' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^CL-B/ })).toHaveAttribute('aria-pressed', 'false');
  await expect(historyShown(page)).toBeVisible();
  await told(page).getByRole('button', { name: 'Remove it again' }).click();
  await expect(title).toHaveText('2 files.zip');
  await expectChoices(page);

  await drop(page, [OTHER]);
  await dialog(page).getByRole('button', { name: 'Open it instead' }).click();
  await expect(title).toHaveText('second.csv');
  await expect(historyShown(page)).toBeHidden();
  await told(page).getByRole('button', { name: 'Back to 2 files.zip' }).click();
  await expect(title).toHaveText('2 files.zip');
  await expect(historyShown(page)).toBeVisible();
  await expectChoices(page);
});

test('a quote dropped on an estate waits for the plan, and its prices are asked about there', async ({ page }) => {
  await openEstate(page);
  await drop(page, [QUOTE]);
  await expect(told(page)).toContainText('acme.csv is a quote or a price list. Its prices belong to a plan.');
  await expectChoices(page);
  await page.getByRole('button', { name: 'Open as a plan' }).click();
  await expect(page).toHaveURL(/\/plans\/imported\//);
  const quote = page.getByRole('dialog', { name: 'Prices of a quote' });
  await expect(quote.getByRole('table', { name: 'Lines of the quote' })).toBeVisible();
  await expect(quote.getByLabel('Quote', { exact: true })).toHaveValue('acme');
  await quote.getByRole('button', { name: 'Close' }).click();
  await expect(quote).toBeHidden();
  // The estate is there as it was left.
  await page.goBack();
  await expectChoices(page);
});

test('a plan dropped on an estate is opened, and the estate is kept', async ({ page, request }) => {
  await openEstate(page);
  const plan = await (await request.get('/api/v1/samples/light-io')).body();
  await drop(page, [{ name: 'plan.json', mimeType: 'application/json', buffer: plan }]);
  await expect(page).toHaveURL(/\/plans\/imported\//);
  await expect(page.getByTestId('advice')).toBeVisible();
  await told(page).getByRole('button', { name: 'Go back to it' }).click();
  await expect(page).toHaveURL(/\/estate$/);
  await expectChoices(page);
});

test('on a plan with unsaved changes nothing is lost', async ({ page, request }) => {
  const plan = await (await request.get('/api/v1/samples/light-io')).text();
  await page.goto('/samples/nvme-2026');
  await expect(page.getByTestId('advice')).not.toBeEmpty();
  await page.getByRole('button', { name: /^Economics/ }).click();
  await drop(page, [QUOTE]);
  const quote = page.getByRole('dialog', { name: 'Prices of a quote' });
  await quote.getByRole('button', { name: 'Use this price' }).click();
  await expect(page.getByText('1 unsaved change').first()).toBeVisible();

  await drop(page, [GARBAGE]);
  await expect(told(page).getByRole('alert')).toContainText('holiday.png is neither a workbook nor CSV');
  await drop(page, [text('result.json', '{"plan_hash": "x", "engine_version": "1"}')]);
  await expect(told(page)).toContainText('result.json is a result of Hostwise');
  await drop(page, [series(3)]);
  await expect(told(page)).toContainText('now drop the list of the VMs');
  await expect(page).toHaveURL(/\/samples\/nvme-2026/);

  // YAML of the same plan: JSON is YAML.
  await drop(page, [text('plan.yaml', `name: Other\n${yamlOf(plan)}`)]);
  await expect(page).toHaveURL(/\/plans\/imported\//);
  await told(page).getByRole('button', { name: 'Go back to it' }).click();
  await expect(page).toHaveURL(/\/samples\/nvme-2026/);
  await expect(page.getByText('1 unsaved change').first()).toBeVisible();
});

/** The parts of a plan as YAML, each with its JSON behind it. */
const yamlOf = (plan: string) =>
  Object.entries(JSON.parse(plan) as Record<string, unknown>)
    .filter(([key]) => key !== 'name')
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
    .join('\n');

test('garbage dropped on an estate is refused, and a table of ones own is asked about', async ({ page }) => {
  await openEstate(page);
  await drop(page, [GARBAGE]);
  await expect(told(page).getByRole('alert')).toContainText('holiday.png is neither a workbook nor CSV');
  await expectChoices(page);
  await drop(page, [text('own.csv', 'Alpha;Beta;Gamma\ndb;8;64\n')]);
  await expect(dialog(page).getByRole('form', { name: 'Columns' })).toBeVisible();
  await expectAccessible(page, DIALOG);
  await dialog(page).getByRole('button', { name: 'Leave it out' }).click();
  await expect(dialog(page)).toBeHidden();
  await expectChoices(page);
});

for (const screen of SCREENS) {
  test.describe(screen.name, () => {
    test.use(screen.use);

    test('what is said of drops', async ({ page }) => {
      await page.goto('/estate');
      await drop(page, [series(30), QUOTE, GARBAGE]);
      await expect(told(page).getByRole('alert')).toBeVisible();
      await expect(told(page)).toContainText('now drop the list of the VMs');
      await expectUsable(page, OUTCOME);
      await drop(page, rvtools(60).files);
      await expect(page.getByText(/history\.csv: VCF Operations/)).toBeVisible();
      await drop(page, [OTHER]);
      await expect(dialog(page)).toContainText('You bring second.csv');
      await expectUsable(page, DIALOG);
    });
  });
}
