import { expect, type Page } from '@playwright/test';

import { expectAccessibleAsShown } from '../support/axe';
import { keep, PlanPage, sample } from '../support/plan-page';
import { SCREENS } from '../support/screens';
import { test } from '../support/test';

/** A newer server no longer has the files of a page that was opened before. */
async function withoutFile(page: Page, name: string): Promise<void> {
  await page.route(`**/assets/${name}-*.js`, (route) => route.fulfill({ status: 404 }));
}

for (const { name, use } of SCREENS) {
  test.describe(name, () => {
    test.use(use);

    test('a part that is no longer there takes nothing with it', async ({ page, request }) => {
      await withoutFile(page, 'cost-panel');
      await withoutFile(page, 'share-dialog');
      const plan = new PlanPage(page);
      const id = await keep(request, await sample(request, 'moderate-io'));
      await plan.openPlan(id);
      const alert = page.getByRole('alert').filter({ hasText: 'could not be shown' });
      await page.getByRole('tab', { name: 'Cost', exact: true }).click();
      await expect(alert).toContainText('unsaved work is kept');
      await page.getByRole('tab', { name: 'Memory', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Memory and swap' })).toBeVisible();
      await expect(alert).toHaveCount(0);
      await page.getByRole('tab', { name: 'Compare', exact: true }).click();
      await expect(alert).toHaveCount(0);
      await plan.expectAnswer();

      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await expect(alert).toBeInViewport();
      await expect(plan.sentence).not.toBeEmpty();
      await expectAccessibleAsShown(page, '[role="alert"]');

      await page.unrouteAll();
      await alert.getByRole('button', { name: 'Reload the page' }).click();
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await expect(page.getByRole('dialog', { name: /share/i })).toBeVisible();
    });
  });
}

test('an answer that was asked for another page is not shown later', async ({ page, request }) => {
  const old = { ...(await sample(request, 'moderate-io')), name: 'The old name' };
  const id = await keep(request, old);
  await page.goto(`/plans/${id}/nowhere`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  const answer = await request.put(`/api/v1/plans/${id}`, {
    data: { ...old, name: 'The new name' },
    headers: { 'If-Match': '"1"' },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await page.getByRole('link', { name: 'The new name' }).first().click();
  await expect(page.getByRole('heading', { name: 'The new name' })).toBeVisible();
});
