import { expect } from '@playwright/test';

import { DIALOG, expectAccessible } from '../support/axe';
import { PlanPage } from '../support/plan-page';
import { expectToFit, expectUsable, SCREENS, TELEPHONE } from '../support/screens';
import { test } from '../support/test';

test('a drive is picked in a table that says what each would make of hosts, cost and life', async ({ page }) => {
  const plan = new PlanPage(page);
  await plan.openSample('nvme-2026');
  await page.getByRole('searchbox', { name: 'Search inputs' }).fill('capacity drive');
  const field = page.getByRole('button', { name: /^Drive: Kioxia CM7-V 6.4TB/ });
  await field.click();
  const dialog = page.getByRole('dialog', { name: 'Capacity drives: drive (EPYC with mixed-use NVMe)' });
  const rows = dialog.getByRole('table', { name: 'Drives' }).getByRole('row');
  const search = dialog.getByRole('searchbox', { name: 'Search' });
  await expect(search).toBeFocused();
  const now = rows.filter({ hasText: 'in the plan now' });
  await expect(now).toContainText('Kioxia CM7-V 6.4TB');
  await expect(now.getByRole('cell').nth(3)).toHaveText('0\u00a0%');
  await expectAccessible(page, DIALOG);

  // The price stands beside the name with its kind and age, within the window; nothing that leads is used, press or old.
  const priced = rows.filter({ hasText: 'Micron 7600 MAX 6.4TB' }).getByRole('cell').first();
  await expect(priced).toHaveText(/^5,632 USD\s*estimate, Aug 2026$/);
  await expect(priced).toBeInViewport({ ratio: 1 });
  const kinds = await rows.locator('td:nth-of-type(1)').allTextContents();
  expect(kinds.filter((text) => /\b(used|press)\b/.test(text) || !/\d (USD)/.test(text))).toEqual([]);
  const old = dialog.getByRole('checkbox', { name: /old parts and prices/ });
  await old.check();
  await expect(rows.filter({ hasText: 'used, 2026' }).first()).toBeAttached();
  await old.uncheck();

  // Cheapest first, and what does not fit only if asked for, with the reason.
  const costs = (await rows.locator('td:nth-of-type(3)').allTextContents()).map(Number.parseFloat);
  expect(costs.length).toBeGreaterThan(50);
  expect(costs).toEqual(costs.toSorted((one, other) => one - other));
  await search.fill('kioxia pm7-v');
  await expect(dialog.getByRole('status')).toContainText('0 of 135 rows');
  await dialog.getByRole('checkbox', { name: /do not fit/ }).check();
  await expect(rows.filter({ hasText: 'PM7-V' }).first()).toContainText('takes NVMe drives only');

  await search.fill('micron 7600 6.4tb');
  await dialog.getByRole('button', { name: 'Micron 7600 MAX 6.4TB' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const question = page.getByRole('dialog', { name: 'Which price for Micron 7600 MAX 6.4TB?' });
  await question.getByRole('button', { name: 'Take 5,632 USD of the catalogue' }).click();
  await expect(page.getByRole('button', { name: /^Drive: Micron 7600 MAX 6.4TB/ })).toBeFocused();
  await expect(plan.field('Price of one drive')).toHaveValue('');

  // One step: the figures of the former drive come back with it.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(plan.field('Price of one drive')).toHaveValue('3400');
  await expect(field).toBeVisible();
  await expect(plan.state).toHaveText('not saved yet');
});

test('a processor is picked with what each would make of hosts and cost', async ({ page }) => {
  const plan = new PlanPage(page);
  await plan.openSample('nvme-2026');
  await page.getByRole('searchbox', { name: 'Search inputs' }).fill('processor');
  const answer = page.waitForResponse(/\/options$/);
  await page.getByRole('button', { name: /^Processor: / }).first().click();
  await answer;
  const rows = page.getByRole('dialog').getByRole('table', { name: 'Processors' }).getByRole('row');
  await expect(rows.filter({ hasText: 'in the plan now' }).getByRole('cell').nth(3)).toHaveText('0\u00a0%');
  const hosts = await rows.locator('td:nth-of-type(2)').allTextContents();
  expect(new Set(hosts).size).toBeGreaterThan(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('the picker leaves the plan as it is when it is closed', { tag: '@check' }, async ({ page }) => {
  const plan = new PlanPage(page);
  await plan.openSample('nvme-2026');
  await page.getByRole('searchbox', { name: 'Search inputs' }).fill('memory module');
  const field = page.getByRole('button', { name: /^Memory module: / }).first();
  await field.click();
  await expect(page.getByRole('dialog').getByRole('table', { name: 'Memory', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(field).toBeFocused();
  await expect(plan.state).toHaveText('not saved yet');
});

test('one field stands for all VM groups, and one step takes it back', async ({ page }) => {
  const plan = new PlanPage(page);
  await plan.openSample('nvme-2026');
  await page.getByRole('button', { name: /^All groups/ }).click();
  const all = page.getByLabel('vCPU per VM, all groups');
  await expect(all).toHaveValue('');
  await expect(all).toHaveAttribute('placeholder', /^\d+ to \d+$/);
  await all.fill('4');
  await expect(plan.state).toContainText('unsaved changes');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(all).toHaveValue('');
  await expect(plan.state).toHaveText('not saved yet');
});

for (const { name, use } of SCREENS) {
  test.describe(name, () => {
    test.use(use);

    test('a typed price survives another drive, or is asked about', async ({ page }) => {
      const plan = new PlanPage(page);
      await plan.openSample('nvme-2026');
      const inputs = page.getByRole('button', { name: 'Inputs', exact: true });
      if (await inputs.isVisible()) await inputs.click();
      await page.getByRole('searchbox', { name: 'Search inputs' }).fill('capacity drive mixed-use');
      const price = page.getByLabel('Price of one drive', { exact: true }).first();
      await price.fill('3300');
      await price.blur();
      const pick = async (drive: string) => {
        await page.getByRole('button', { name: /^Drive: / }).first().click();
        const table = page.getByRole('table', { name: 'Drives' });
        await expect(table).toBeVisible();
        await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(drive);
        await table.getByRole('button', { name: drive, exact: true }).click();
      };
      await pick('Micron 9550 MAX 6.4TB');
      const question = page.getByRole('dialog', { name: 'Which price for Micron 9550 MAX 6.4TB?' });
      await expect(question).toContainText('The plan has 3,300 USD for Kioxia CM7-V 6.4TB (entered).');
      await expect(question).toContainText('Micron 9550 MAX 6.4TB costs 5,632 USD (estimate, Aug 2026).');
      await expectUsable(page, DIALOG);

      // Left, nothing changes.
      await page.keyboard.press('Escape');
      await expect(question).toBeHidden();
      await expect(page.getByRole('button', { name: /^Drive: Kioxia CM7-V 6.4TB/ })).toBeFocused();

      // Kept, by the keyboard alone.
      await pick('Micron 9550 MAX 6.4TB');
      await expect(question.getByRole('button', { name: 'Keep 3,300 USD of your entry' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: /^Drive: Micron 9550 MAX 6.4TB/ })).toBeFocused();
      await expect(price).toHaveValue('3300');
    });

    test('a candidate whose drive changed offers its new name', async ({ page }) => {
      const plan = new PlanPage(page);
      await plan.openSample('nvme-2026');
      const inputs = page.getByRole('button', { name: 'Inputs', exact: true });
      if (await inputs.isVisible()) await inputs.click();
      await page.getByRole('searchbox', { name: 'Search inputs' }).fill('capacity drive read-intensive nvme');
      await page.getByRole('button', { name: /^Drive: / }).nth(1).click();
      const table = page.getByRole('table', { name: 'Drives' });
      await expect(table).toBeVisible();
      await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('d5-p5430 15.36');
      await table.getByRole('button', { name: 'Solidigm D5-P5430 15.36TB', exact: true }).click();
      await page.getByRole('button', { name: /^Keep 2,740 USD/ }).click();
      const rename = page.getByRole('button', { name: /^Rename to .EPYC with very read-intensive NVMe/ });
      await rename.click();
      await expect(rename).toBeHidden();
      await expect(page.getByRole('button', { name: /^EPYC with very read-intensive NVMe/ }).first()).toBeVisible();
    });
  });
}

test.describe('on a telephone', () => {
  test.use(TELEPHONE.use);

  test('the picker fits', async ({ page }) => {
    await new PlanPage(page).openSample('nvme-2026');
    await page.getByRole('button', { name: 'Inputs' }).click();
    await page.getByRole('searchbox', { name: 'Search inputs' }).fill('licence');
    await page.getByRole('button', { name: /^Licence: / }).first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('table', { name: 'Licences' })).toBeVisible();
    await expectToFit(page);

    // The filters are folded: the first rows are in view.
    const filters = dialog.getByRole('button', { name: /^Filters/ });
    await expect(filters).toHaveAttribute('aria-expanded', 'false');
    await expect(dialog.getByRole('row').nth(2)).toBeInViewport();
    await filters.click();
    const controls = page.locator(`[id="${await filters.getAttribute('aria-controls')}"]`);
    await expect(controls).toBeVisible();
    await controls.getByRole('checkbox', { name: 'Price known' }).check();
    await expect(filters).toHaveText('Filters (1)');
    await expectToFit(page);
    await filters.click();
    await expect(controls).toBeHidden();
  });
});
