import { expect } from '@playwright/test';

import { PlanPage } from '../support/plan-page';
import { test } from '../support/test';

test('an assumed default is confirmed by keyboard, and the change is told in words', async ({ page }) => {
  const plan = new PlanPage(page);
  await plan.openSample('nvme-2026');
  // In its own place: what matters most stands above as well.
  const confirm = page.locator('[data-field]').getByRole('button', { name: /^Confirm / }).first();
  await expect(confirm).toBeVisible();
  const label = (await confirm.getAttribute('aria-label'))!.replace(/^Confirm /, '');
  const stood = await plan.field(label).getAttribute('placeholder');
  await confirm.focus();
  await page.keyboard.press('Enter');
  await expect(plan.field(label)).toHaveValue(stood!);
  await expect(page.locator('[data-field]').getByRole('button', { name: `Confirm ${label}` })).toHaveCount(0);
  const changes = await plan.openChanges();
  await expect(changes).toContainText(label);
  await expect(changes).toContainText('(assumed)');
});

test('an added VM group does not carry the I/O of another, unless that is meant', async ({ page }) => {
  const plan = new PlanPage(page);
  await plan.openSample('moderate-io');
  await page.getByRole('button', { name: 'Add VM group' }).click();
  const note = page.getByText(/Not copied, since measured on other VMs: .*Peak IOPS/);
  await expect(note).toBeVisible();
  await page.getByRole('button', { name: 'Copy them too' }).click();
  await expect(note).toBeHidden();
});
