import { expect, type Page } from '@playwright/test';

/** Scrolls to everything that is drawn only once it comes near the window, until all of it is there, and back. */
export async function drawAll(page: Page, within = 'html'): Promise<void> {
  const far = page.locator(within).locator('[data-far]');
  if ((await far.count()) === 0) return;
  const place = await page.evaluate(() => window.scrollY);
  await expect(async () => {
    await far.evaluateAll(async (places) => {
      for (const each of places) {
        each.scrollIntoView({ block: 'center' });
        // It is seen to be near with the next picture.
        await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
      }
    });
    expect(await far.count()).toBe(0);
  }).toPass({ intervals: [20, 40, 80, 160] });
  await page.evaluate((top) => window.scrollTo(0, top), place);
}

/** Waits for a drawing, which may be far below, and for all others. */
export async function expectDrawn(page: Page, drawing = page.locator('svg [data-basis]')): Promise<void> {
  await expect(async () => {
    await drawAll(page);
    await expect(drawing.first()).toBeAttached({ timeout: 500 });
    await drawAll(page);
  }).toPass({ intervals: [20, 40, 80, 160] });
}
