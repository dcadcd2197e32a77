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
        // The check looks at every element of a long page.
        test.slow();
        await new PlanPage(page).openSample('moderate-io');
        await expect(page.getByRole('heading', { name: /charts/i })).toBeVisible();
        await expectAccessible(page);
      });

      test('explanation', async ({ page }) => {
        test.slow();
        await page.goto('/samples/moderate-io?why=nand/years_to_wear_out');
        await expect(page.getByTestId('why-value')).toBeVisible();
        await expectAccessible(page);
      });

      for (const [key, view, heading] of [
        ['sandisk14', 'memory', 'Thresholds'],
        ['friedman13', 'memory', 'Thresholds'],
        ['moderate-io', 'burst', 'Figures'],
      ] as const) {
        test(`${view} of ${key}`, async ({ page }) => {
          await page.goto(`/samples/${key}?view=${view}`);
          await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
          await expect(page.locator('svg [data-basis]').first()).toBeAttached();
          await expectAccessible(page);
        });
      }

      test('inputs, unfolded', async ({ page }) => {
        await page.goto('/samples/moderate-io?view=burst');
        if (width === 390) await page.getByRole('button', { name: 'Inputs' }).click();
        for (const name of ['Burst', 'Memory states', 'Operations per minute']) {
          await page.getByRole('button', { name, exact: false }).filter({ hasText: name }).first().click();
        }
        await expect(page.getByLabel('Worst state, all hosts running')).toBeVisible();
        await expectAccessible(page);
      });

      test('nothing is wider than the window', async ({ page }) => {
        for (const address of [
          '/',
          '/samples/moderate-io',
          '/samples/nvme-2026',
          '/samples/sandisk14?view=memory&down=1',
          '/samples/vmw10?view=memory',
          '/samples/moderate-io?view=burst',
        ]) {
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
