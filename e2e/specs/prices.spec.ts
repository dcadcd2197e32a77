import { expect, type Page } from '@playwright/test';

import { DIALOG, expectAccessibleAsShown } from '../support/axe';
import { keep, PlanPage, sample, type Plan } from '../support/plan-page';
import { expectToFit, expectUsable, SCREENS } from '../support/screens';
import { test } from '../support/test';
import { unique } from '../support/unique';

type WithCapacity = Plan & {
  configurations: { key: string; capacity: { key: string; price?: number }; network: object; host: object }[];
  remarks: Record<string, unknown>;
};

/** The parts of the plan in the words of a vendor, with prices in its currency. */
const QUOTE = [
  'Quote 2026-118, Example Systems',
  'Part no.\tDescription\tQty\tUnit price\tTotal',
  'X1\tKioxia CM7-V 6.4TB NVMe SSD\t24\t$1,950.00\t$46,800.00',
  'X2\tDell PowerEdge R770 or R670\t4\t$4,200.00\t$16,800.00',
  '\tShipping\t1\t$300.00\t$300.00',
  '\tTotal\t\t\t$63,900.00',
].join('\n');
const DRIVE = 'Kioxia CM7-V 6.4TB';

const prices = (page: Page) => page.getByRole('region', { name: 'Prices', exact: true });

async function openPrices(page: Page): Promise<void> {
  await expect(page.getByTestId('advice')).not.toBeEmpty();
  // On a telephone the inputs are behind a button.
  const inputs = page.getByRole('button', { name: 'Inputs', exact: true });
  if (await inputs.isVisible()) await inputs.click();
  await page.getByRole('button', { name: /^Economics/ }).click();
  await expect(prices(page).getByRole('button', { name: 'Paste a quote' })).toBeVisible();
}

async function paste(page: Page, text: string): Promise<void> {
  await prices(page).getByRole('button', { name: 'Paste a quote' }).click();
  const dialog = page.getByRole('dialog', { name: 'Prices of a quote' });
  await dialog.getByLabel('Paste the table of the quote here, with its header').fill(text);
  await dialog.getByRole('button', { name: 'Read it' }).click();
  await expect(dialog.getByRole('table', { name: 'Lines of the quote' })).toBeVisible();
}

test('a pasted quote changes the cost, and the bill of materials names it', async ({ page, request }) => {
  const document = (await sample(request, 'nvme-2026')) as WithCapacity;
  const plan = new PlanPage(page);
  await plan.openPlan(await keep(request, document));
  const cell = page.locator('[data-testid="cell-cluster_tco-mixed-use"]').first();
  const before = await cell.getAttribute('data-value');
  await openPrices(page);
  await paste(page, QUOTE);
  const dialog = page.getByRole('dialog', { name: 'Prices of a quote' });
  await expect(dialog.getByRole('combobox', { name: 'Part of line 3' })).toHaveValue(DRIVE);
  await expect(dialog.getByText('it may be several parts')).toBeVisible();
  await expect(dialog.getByText('shipping, service or tax')).toBeVisible();
  await dialog.getByLabel('Quote', { exact: true }).fill('Q-2026-118');
  await dialog.getByLabel('Offered by').fill('Example Systems');
  await dialog.getByRole('button', { name: 'Use this price' }).click();
  await expect(prices(page).getByText(DRIVE)).toBeVisible();
  await expect(cell).not.toHaveAttribute('data-value', String(before));
  await page.getByRole('tab', { name: 'Cost' }).click();
  const materials = page.getByRole('region', { name: /^Bill of materials/ }).or(page.getByLabel(/^Bill of materials/));
  await expect(materials.first().getByText('Q-2026-118; Example Systems').first()).toBeVisible();
});

test('a price book is kept, and says in a plan what is newer', async ({ page, request }) => {
  const name = `Acme ${unique()}`;
  const key = name.toLowerCase().replaceAll(' ', '-');
  const plan = new PlanPage(page);
  await plan.openPlan(await keep(request, await sample(request, 'nvme-2026')));
  await openPrices(page);
  await paste(page, QUOTE);
  await page.getByRole('button', { name: 'Use this price' }).click();
  await prices(page).getByRole('button', { name: 'Price books' }).click();
  const books = page.getByRole('dialog', { name: 'Price books' });
  await books.getByLabel('Save the prices of this plan as a price book').fill(name);
  await books.getByRole('button', { name: 'Save as new' }).click();
  await expect(books.getByText(`Saved as ${name}, revision 1.`)).toBeVisible();
  await books.getByRole('button', { name: 'Done' }).click();
  await expect(prices(page).getByText(`${key}, revision 1`)).toBeVisible();

  const { book } = (await (await request.get(`/api/v1/price-books/${key}`)).json()) as { book: { prices: object[] } };
  const dearer = { ...book, prices: book.prices.map((each) => ({ ...each, price: 2145 })) };
  const saved = await request.put(`/api/v1/price-books/${key}`, { data: dearer, headers: { 'If-Match': '"1"' } });
  expect(saved.status()).toBe(200);
  await plan.save.click();
  await expect(plan.state).toContainText('revision 2');
  await page.reload();
  await openPrices(page);
  await expect(prices(page).getByText(`Newer prices exist in ${name}: 1 differs.`)).toBeVisible();
  await expect(prices(page).getByText('+10 %')).toBeVisible();
  await prices(page).getByRole('button', { name: 'Take them' }).click();
  await expect(prices(page).getByText('2,145 USD')).toBeVisible();
  await expect(prices(page).getByText(/Newer prices/)).toBeHidden();
});

test('columns of an unknown quote are named once, and prices are edited', { tag: '@check' }, async ({ page }) => {
  await page.goto('/samples/nvme-2026');
  await openPrices(page);
  await prices(page).getByRole('button', { name: 'Paste a quote' }).click();
  const dialog = page.getByRole('dialog', { name: 'Prices of a quote' });
  await dialog
    .getByLabel('Paste the table of the quote here, with its header')
    .fill('Ding\tGeld\nKioxia CM7-V 6,4 TB\t1.950,00 €\n');
  await dialog.getByRole('button', { name: 'Read it' }).click();
  const form = dialog.getByRole('form', { name: 'Columns' });
  await form.getByLabel('Description').selectOption('Ding');
  await form.getByLabel('Price of one piece').selectOption('Geld');
  await form.getByRole('button', { name: 'Read the table' }).click();
  await expect(dialog.getByText('add the exchange rate of EUR')).toBeVisible();
  await dialog.getByRole('button', { name: 'Use this price' }).click();
  await expect(prices(page).getByText('Without an exchange rate of EUR')).toBeVisible();
  await prices(page).getByRole('button', { name: 'Edit prices' }).click();
  const table = page.getByRole('dialog', { name: 'Prices of this plan' });
  await table.getByLabel('Currency of price 1').fill('usd');
  await table.getByLabel('Price of price 1').fill('2000');
  await table.getByLabel('Date of price 1').fill('soon');
  await expect(table.getByRole('button', { name: 'Use these prices' })).toBeDisabled();
  await table.getByLabel('Date of price 1').fill('2026-11');
  await table.getByRole('button', { name: 'Use these prices' }).click();
  await expect(prices(page).getByText('2,000 USD')).toBeVisible();
  await prices(page).getByRole('button', { name: `Remove the price of ${DRIVE}` }).click();
  await expect(prices(page).getByText('None yet')).toBeVisible();
});

for (const screen of SCREENS) {
  test.describe(screen.name, () => {
    test.use(screen.use);

    test('prices', async ({ page }) => {
      await page.goto('/samples/nvme-2026');
      await openPrices(page);
      await paste(page, QUOTE);
      await expectAccessibleAsShown(page, DIALOG);
      await expectToFit(page);
      await page.getByRole('button', { name: 'Use this price' }).click();
      await prices(page).getByRole('button', { name: 'Edit prices' }).click();
      await expect(page.getByLabel('Price of price 1')).toHaveValue('1950');
      await expectUsable(page, DIALOG);
    });
  });
}
