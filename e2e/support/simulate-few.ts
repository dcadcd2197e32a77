import type { Page } from '@playwright/test';

/** Fewer simulations are drawn sooner, and look the same. */
export async function simulateFew(page: Page): Promise<void> {
  await page.route('**/api/v1/uncertainty', (route) => route.continue({ url: `${route.request().url()}?simulations=256` }));
}
