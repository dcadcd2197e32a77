import { expect } from '@playwright/test';

import { keep, sample } from '../support/plan-page';
import { expectUsable, SCREENS } from '../support/screens';
import { test } from '../support/test';
import { unique } from '../support/unique';

for (const screen of SCREENS) {
  test.describe(screen.name, () => {
    test.use(screen.use);

    test('a deleted plan is restored from the start page', async ({ page, request }) => {
      const name = `Deleted ${unique()}`;
      const id = await keep(request, { ...(await sample(request, 'light-io')), name });
      await page.goto('/');
      await page.getByRole('button', { name: `Delete ${name}` }).click();
      const dialog = page.getByRole('dialog', { name: 'Delete this plan?' });
      await expect(dialog).toContainText('it can be restored');
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
      expect((await request.get(`/api/v1/plans/${id}`)).status()).toBe(404);

      await page.getByText(/^Deleted plans \(/).click();
      const item = page.getByRole('list', { name: 'Deleted plans' }).getByRole('listitem').filter({ hasText: name });
      await expect(item).toContainText(/deleted .*kept until/);
      await expectUsable(page, '[aria-label="Deleted plans"]');
      await item.getByRole('button', { name: `Restore ${name}` }).click();
      await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
      expect((await request.get(`/api/v1/plans/${id}`)).status()).toBe(200);
    });
  });
}
