import { expect, type Page } from '@playwright/test';

import { drop } from '../support/drops';
import { rvtools } from '../support/estate-files';
import { PlanPage } from '../support/plan-page';
import { test } from '../support/test';

/**
 * The screens that the guides show, in docs/images. What differs from the picture that is there replaces it, to be
 * looked at and committed; what is drawn the same leaves it alone.
 */
test.use({ viewport: { width: 1280, height: 740 }, colorScheme: 'light' });

// Other systems draw the same letters a little differently, and would replace all of them for that.
test.skip(process.platform !== 'linux', 'pictures are taken on Linux');

async function take(page: Page, name: string): Promise<void> {
  // Nothing is pointed at, and no text cursor blinks.
  await page.mouse.move(0, 0);
  await expect(page).toHaveScreenshot(`${name}.png`);
}

/** Nobody has saved a plan in this installation, whatever other tests save meanwhile. */
async function withoutPlans(page: Page): Promise<void> {
  await page.route(/\/api\/v1\/plans(\?|$)/, (route) => route.fulfill({ json: { items: [], next: null } }));
  await page.route(/\/api\/v1\/deleted-plans(\?|$)/, (route) => route.fulfill({ json: [] }));
}

test('the start page', async ({ page }) => {
  await withoutPlans(page);
  await page.goto('/');
  await expect(page.getByText('in 4,096 simulations')).toBeVisible();
  await take(page, 'start');
});

test('the audit of a quote', async ({ page }) => {
  const lines = [
    'Offer Q-2026-118',
    'Part no.,Description,Qty,Unit price USD,Discount %,Total',
    'S-1,Dell PowerEdge R7725,11,4800,0,52800',
    'S-2,AMD EPYC 9355,22,3700,5,77330',
    'S-3,Kioxia CM7-V 6.4TB,44,1950,0,86800',
    'S-4,"Windows Server 2025 Datacenter, 16 core",88,6000,0,528000',
    'S-5,Premier support 3 years,1,60000,0,60000',
    ',Total,,,,804930',
    'Usable capacity,179.27 TB',
  ];
  await withoutPlans(page);
  await page.goto('/quote-audit?sample=nvme-2026');
  await page.getByLabel('File of a proposal').setInputFiles({
    name: 'offer.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\n'), 'utf-8'),
  });
  await expect(page.getByRole('table', { name: 'Differences' })).toBeVisible();
  await take(page, 'quote-audit');
});

test('a plan: its card, an explanation, its cost', async ({ page }) => {
  await new PlanPage(page).openSample('nvme-2026');
  const advice = page.getByRole('region', { name: 'Advice' });
  await expect(advice).toHaveAttribute('aria-busy', 'false');
  // Folded, the inputs are those of any plan, and the pictures stay small.
  const inputs = page.getByRole('complementary', { name: 'Inputs' });
  for (const name of [/^What matters most\s*\d/, /^Workload/]) {
    const part = inputs.getByRole('button', { name });
    await part.click();
    await expect(part).toHaveAttribute('aria-expanded', 'false');
  }
  // What stands in for an empty field comes after the answer.
  const openToDefault = inputs.getByRole('textbox', { name: 'VMs that one site carries' });
  await expect(openToDefault).toHaveAttribute('placeholder', '100');
  await take(page, 'plan');

  await advice.getByRole('button', { name: /^Flash life/ }).first().click();
  await expect(page.getByTestId('why-value')).toBeVisible();
  await expect(page.getByRole('dialog').getByText('estimate', { exact: true }).first()).toBeVisible();
  await take(page, 'why');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('tab', { name: 'Cost', exact: true }).click();
  await expect(page.getByTestId(/^quantity-cluster_tco-/).first()).toBeVisible();
  // The names of the rows come after their values.
  await expect(page.getByRole('rowheader', { name: 'Total cost of ownership' })).toBeVisible();
  await take(page, 'cost');
});

test('a search', async ({ page }) => {
  await page.goto('/samples/nvme-2026?view=search');
  for (const name of ['Processor', 'Capacity drive', 'Protection']) {
    await page.getByRole('button', { name: `Remove ${name}` }).click();
  }
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const part = page.getByRole('complementary', { name: 'Inputs' }).getByRole('button', { name: /^What matters most\s*\d/ });
  await part.click();
  await expect(part).toHaveAttribute('aria-expanded', 'false');
  await page.getByRole('heading', { name: 'Answer' }).evaluate((heading) => heading.scrollIntoView());
  await expect(page.getByTestId('cheapest')).toBeVisible();
  await take(page, 'search');
});

test('an export that was dropped', async ({ page }) => {
  await withoutPlans(page);
  await page.goto('/');
  await drop(page, rvtools(200).files);
  await expect(page.getByText('Read as RVTools 4')).toBeVisible();
  await expect(page.getByTestId('estate-advice')).toBeVisible();
  await take(page, 'import');
});

test('the catalogue', async ({ page }) => {
  await page.goto('/catalogue/stacks');
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
  await take(page, 'catalogue');
});
