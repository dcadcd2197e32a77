import { expect, type Page } from '@playwright/test';

import { PlanPage } from '../support/plan-page';
import { expectToFit, SCREENS, TELEPHONE } from '../support/screens';
import { test } from '../support/test';

/** How much of what is written in an element is cut off, px. */
const cutOff = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) => all.map((each) => each.scrollWidth - each.clientWidth));

test('the name of a plan is whole at every width', async ({ page }) => {
  await new PlanPage(page).openSample('nvme-2026');
  for (const width of [360, 390, 780, 900, 1000, 1090, 1100, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const box = page.locator('#field-name');
    await expect(box).toBeVisible();
    const [needed, shown] = await box.evaluate((name) => [name.scrollWidth, name.clientWidth]);
    // All of it, or as much as the window has room for.
    expect(shown, String(width)).toBeGreaterThanOrEqual(Math.min(needed, width - 64));
    await expectToFit(page);
  }
});

test('a field has room for a number beside its unit', async ({ page }) => {
  await new PlanPage(page).openSample('moderate-io-si');
  const inputs = page.getByRole('complementary', { name: 'Inputs' });
  await inputs.getByLabel('Search inputs').fill('balloon');
  await expect(inputs.getByLabel('Rate of a balloon', { exact: true }).first()).toBeVisible();
  const rooms = await inputs.locator('input[inputmode]').evaluateAll((all) =>
    all.map((input): [string, number] => {
      const { paddingLeft, paddingRight } = getComputedStyle(input);
      return [input.id, input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)];
    }),
  );
  expect(rooms.length).toBeGreaterThan(0);
  // Seven digits.
  expect(rooms.filter(([, room]) => room < 52)).toEqual([]);
});

for (const { name, use } of SCREENS) {
  test.describe(name, () => {
    test.use(use);

    test('the figures of the start page stay where they are, whatever is typed', async ({ page }) => {
      await page.goto('/');
      const form = page.getByRole('form', { name: 'Six numbers' });
      const count = form.getByLabel('VMs', { exact: true });
      const figures = form.locator('dl');
      await expect(figures).toBeVisible();
      const at = async () => {
        const box = await figures.boundingBox();
        return box && [Math.round(box.x), Math.round(box.y)];
      };
      await count.fill('300');
      await expect(form.locator('[aria-busy="false"]')).toBeVisible();
      const before = await at();
      for (const vms of ['500', '1000', '2500', '6000']) {
        // Another candidate may need as many hosts; no two cost the same.
        const cost = form.getByRole('button', { name: /^Cost: / });
        const was = (await cost.textContent()) ?? '';
        await count.fill(vms);
        await expect(cost).not.toHaveText(was);
        expect(await at(), vms).toEqual(before);
        await expectToFit(page);
      }
      await count.fill('many');
      await expect(form.getByText(/Not a number/)).toBeVisible();
      expect(await at()).toEqual(before);
      await count.fill('-5');
      await expect(form.getByText('Must be at least 1.')).toBeVisible();
      expect(await at()).toEqual(before);
    });
  });
}

test.describe(TELEPHONE.name, () => {
  test.use(TELEPHONE.use);

  test('what a change does is whole in the bar', async ({ page }) => {
    await new PlanPage(page).openSample('nvme-2026');
    await page.getByRole('button', { name: 'Inputs' }).click();
    const inputs = page.getByRole('dialog', { name: 'Inputs' });
    await inputs.getByLabel('Spare hosts', { exact: true }).fill('3');
    await page.keyboard.press('Escape');
    await expect(inputs).toBeHidden();
    const effect = page.getByTestId('effect');
    await expect(effect).toContainText(/\d hosts/);
    expect(await cutOff(page, '[data-testid="effect"]')).toEqual([0]);
    const bar = await page.getByRole('region', { name: 'What if' }).boundingBox();
    const words = await effect.boundingBox();
    expect(words!.y + words!.height).toBeLessThanOrEqual(bar!.y + bar!.height);
  });
});
