import { expect } from '@playwright/test';

import { expectDrawn } from '../support/charts';
import { PlanPage } from '../support/plan-page';
import { expectToFit, expectUsable, SCREENS, TELEPHONE } from '../support/screens';
import { test } from '../support/test';

for (const screen of SCREENS) {
  test.describe(screen.name, () => {
    test.use(screen.use);

    test('start page', async ({ page }) => {
      await page.goto('/');
      await expect(page.getByRole('form', { name: 'Six numbers' }).getByText('hosts', { exact: true })).toBeVisible();
      await expect(page.getByRole('table', { name: /^Candidates of/ })).toHaveCount(7);
      await expectUsable(page);
    });

    test('plan page', async ({ page }) => {
      await new PlanPage(page).openSample('moderate-io');
      await expect(page.getByRole('heading', { name: /charts/i })).toBeVisible();
      await expectUsable(page);
    });

    test('explanation', { tag: screen === TELEPHONE ? '@check' : [] }, async ({ page }) => {
      await page.goto('/samples/moderate-io?why=nand/years_to_wear_out');
      await expect(page.getByTestId('why-value')).toBeVisible();
      await expectUsable(page);
    });

    for (const [key, view, heading] of [
      ['sandisk14', 'memory', 'Thresholds'],
      ['friedman13', 'memory', 'Thresholds'],
      ['moderate-io', 'burst', 'Figures'],
      ['edge-platforms', 'storage', 'Capacity by other rules'],
    ] as const) {
      test(`${view} of ${key}`, async ({ page }) => {
        await page.goto(`/samples/${key}?view=${view}`);
        await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
        await expectDrawn(page);
        await expectUsable(page);
      });
    }

    test('inputs, unfolded', async ({ page }) => {
      await page.goto('/samples/moderate-io?view=burst');
      if (screen === TELEPHONE) await page.getByRole('button', { name: 'Inputs' }).click();
      for (const name of ['Burst', 'Memory states', 'Operations per minute']) {
        await page.getByRole('button', { name, exact: false }).filter({ hasText: name }).first().click();
      }
      await expect(page.getByLabel('Worst memory state accepted', { exact: true })).toBeVisible();
      await expectUsable(page);
    });

    for (const address of ['nvme-2026', 'sandisk14?view=memory&down=1', 'vmw10?view=memory']) {
      test(`${address} is no wider than the window`, async ({ page }) => {
        await page.goto(`/samples/${address}`);
        await expectDrawn(page);
        await expectToFit(page);
      });
    }
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`what cannot be pressed yet can be read, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await new PlanPage(page).openSample('nvme-2026');
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect(undo).toBeDisabled();
    const contrast = await undo.evaluate((button) => {
      const light = (css: string) => {
        const [red = 0, green = 0, blue = 0] = css
          .match(/[\d.]+/g)!
          .slice(0, 3)
          .map((part) => Number(part) / 255)
          .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
      };
      const [ink, page] = [getComputedStyle(button).color, getComputedStyle(document.body).backgroundColor].map(light);
      return Math.max(ink! / page!, page! / ink!);
    });
    expect(contrast).toBeGreaterThanOrEqual(3);
  });
}
