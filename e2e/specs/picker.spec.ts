import { expect } from '@playwright/test';

import { DIALOG, expectAccessible } from '../support/axe';
import { PlanPage } from '../support/plan-page';
import { expectToFit, TELEPHONE } from '../support/screens';
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
  await expect(now.getByRole('cell').nth(2)).toHaveText('0\u00a0%');
  await expectAccessible(page, DIALOG);

  // Cheapest first, and what does not fit only if asked for, with the reason.
  const costs = (await rows.locator('td:nth-of-type(2)').allTextContents()).map(Number.parseFloat);
  expect(costs.length).toBeGreaterThan(50);
  expect(costs).toEqual(costs.toSorted((one, other) => one - other));
  await search.fill('samsung 800gb pm1645');
  await expect(dialog.getByRole('status')).toContainText('0 of 135 rows');
  await dialog.getByRole('checkbox', { name: /do not fit/ }).check();
  await expect(rows.filter({ hasText: 'PM1645' }).first()).toContainText('takes NVMe drives only');

  await search.fill('micron 7600 6.4tb');
  await dialog.getByRole('button', { name: 'Micron 7600 MAX 6.4TB' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /^Drive: Micron 7600 MAX 6.4TB/ })).toBeFocused();

  // One step: the figures of the former drive come back with it.
  await page.getByRole('button', { name: 'Undo' }).click();
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
  await expect(rows.filter({ hasText: 'in the plan now' }).getByRole('cell').nth(2)).toHaveText('0\u00a0%');
  const hosts = await rows.locator('td:nth-of-type(1)').allTextContents();
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
