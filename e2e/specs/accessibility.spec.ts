import { expect, test } from '@playwright/test';

import { expectAccessible } from '../support/axe';
import { PlanPage } from '../support/plan-page';

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 390]) {
    test.describe(`${colorScheme}, ${width} wide`, () => {
      test.use({ colorScheme, viewport: { width, height: width === 390 ? 844 : 900 } });

      test('start page', async ({ page }) => {
        await page.goto('/');
        await expect(page.getByRole('link', { name: 'Moderate I/O: NAND or Optane cache', exact: true })).toBeVisible();
        await expectAccessible(page);
      });

      test('plan page', async ({ page }) => {
        await new PlanPage(page).openSample('moderate-io');
        await expect(page.getByRole('heading', { name: /charts/i })).toBeVisible();
        await expectAccessible(page);
      });

      test('explanation', async ({ page }) => {
        await page.goto('/samples/moderate-io?why=nand/years_to_wear_out');
        await expect(page.getByTestId('why-value')).toBeVisible();
        await expectAccessible(page);
      });

      test('nothing is wider than the window', async ({ page }) => {
        for (const address of ['/', '/samples/moderate-io', '/samples/nvme-2026']) {
          await page.goto(address);
          await page.waitForLoadState('networkidle');
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          expect(overflow, address).toBeLessThanOrEqual(0);
        }
      });
    });
  }
}
