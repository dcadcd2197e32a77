import { expect, test, type Page } from '@playwright/test';

import { simulateFew } from '../support/simulate-few';

/** As somebody sees it who opens a plan for the first time: nothing is unfolded. */
const SAMPLES = ['nvme-2026', 'leaving-vmware', 'moderate-io'];

interface Measured {
  height: number;
  wide: number;
  card: number;
  underlined: number;
  stops: number;
}

function measured(page: Page): Promise<Measured> {
  return page.evaluate(() => {
    const drawn = (each: Element) => {
      const { width, height } = each.getBoundingClientRect();
      return width > 0 && height > 0;
    };
    const controls = 'a[href], button, input, select, textarea, [tabindex]';
    const main = document.querySelector('main')!;
    return {
      height: document.documentElement.scrollHeight,
      wide: document.documentElement.scrollWidth - window.innerWidth,
      card: document.querySelector('[data-testid="card"]')!.getBoundingClientRect().height,
      underlined: [...main.querySelectorAll('a[href], button')].filter(
        (each) =>
          drawn(each) &&
          each.getBoundingClientRect().top < window.innerHeight &&
          getComputedStyle(each).textDecorationLine.includes('underline'),
      ).length,
      stops: [...document.querySelectorAll<HTMLElement>(controls)].filter(
        (each) => drawn(each) && each.tabIndex >= 0 && !(each as HTMLButtonElement).disabled,
      ).length,
    };
  });
}

for (const key of SAMPLES) {
  test(`the page of ${key} is short, and its first view is no wall of links`, async ({ page }) => {
    await simulateFew(page);
    await page.setViewportSize({ width: 1280, height: 740 });
    await page.goto(`/samples/${key}`);
    await expect(page.getByTestId('card')).toHaveAttribute('aria-busy', 'false');
    await expect(page.getByRole('heading', { name: /\d+ notes/ })).toBeVisible();
    await expect(page.getByRole('figure')).not.toHaveCount(0);
    const wide = await measured(page);
    expect(wide.height).toBeLessThanOrEqual(2_200);
    expect(wide.card).toBeLessThanOrEqual(740);
    expect(wide.underlined).toBeLessThanOrEqual(25);
    expect(wide.stops).toBeLessThanOrEqual(120);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('button', { name: 'Inputs' })).toBeVisible();
    const narrow = await measured(page);
    expect(narrow.height).toBeLessThanOrEqual(4_500);
    expect(narrow.wide).toBeLessThanOrEqual(0);
  });
}

test('a phone shows what an edit does where one edits', async ({ page }) => {
  await simulateFew(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/samples/nvme-2026');
  await expect(page.getByTestId('advice')).toBeVisible();
  await page.getByRole('button', { name: 'Inputs' }).click();
  await page.getByRole('dialog', { name: 'Inputs' }).getByRole('textbox', { name: 'Spare hosts', exact: true }).fill('3');
  await expect(page.getByTestId('effect-in-inputs')).toContainText(/Spare hosts 1.+3.+12.+14/);
});

test('several changes say what they come to', async ({ page }) => {
  await simulateFew(page);
  await page.goto('/samples/nvme-2026');
  await expect(page.getByTestId('advice')).toBeVisible();
  const inputs = page.getByRole('complementary', { name: 'Inputs' });
  await inputs.getByRole('textbox', { name: 'vCPU per core', exact: true }).first().fill('6');
  await expect(page.getByTestId('effect')).toContainText('hosts');
  await inputs.getByRole('textbox', { name: 'Spare hosts', exact: true }).fill('2');
  await expect(page.getByTestId('net-effect')).toContainText('2 changes since saved');
});
