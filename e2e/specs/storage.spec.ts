import { expect } from '@playwright/test';

import { PlanPage } from '../support/plan-page';
import { test } from '../support/test';

test('storage says on which other storage the drive is enough, and what others say of the capacity', { tag: '@check' }, async ({ page }) => {
  await new PlanPage(page).openSample('edge-platforms');
  await page.getByRole('tab', { name: 'Storage' }).click();
  await expect(page.getByText(/^A drive rated for 3 full writes a day is enough on vSAN ESA/)).toBeVisible();
  await expect(page.getByRole('img', { name: /^Rating that a drive needs/ })).toBeVisible();
  await page.getByRole('button', { name: 'Rating that a drive needs: show as table' }).click();
  const table = page.getByRole('figure', { name: 'Rating that a drive needs' });
  await expect(table.getByRole('row', { name: /^Ceph on Proxmox VE/ })).toContainText('6 (4.5 to 13)');
  await expect(page.getByTestId('rule-vsan-slack-25')).toContainText('capacity kept free 0.25, not 0.3');

  await page.getByLabel('Configuration', { exact: true }).selectOption('Proxmox VE with Ceph');
  await expect(table.getByRole('row', { name: /^vSAN ESA/ })).toContainText('needs 6 hosts');
  await expect(page.getByTestId('rule-ceph-nearfull')).toContainText('planned fill 0.85, not 0.78');
});
