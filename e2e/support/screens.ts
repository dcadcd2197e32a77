import { expect, type Page } from '@playwright/test';

import { drawAll } from './charts';

const DESKTOP = {
  name: '1280 wide',
  use: { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
} as const;
export const TELEPHONE = {
  name: '390 wide',
  use: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
} as const;

/** Each begins in one of the themes; `expectAccessible` looks at both. */
export const SCREENS = [DESKTOP, TELEPHONE];

/** Nothing on the page is wider than the window, once charts have taken the width that a scroll bar leaves them. */
export async function expectToFit(page: Page): Promise<void> {
  await drawAll(page);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), {
      message: page.url(),
    })
    .toBeLessThanOrEqual(0);
}
