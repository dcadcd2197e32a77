import { expect, type Page } from '@playwright/test';

import { expectAccessibleAsShown, WHOLE } from './axe';
import { drawAll } from './charts';

const DESKTOP = {
  name: '1280 wide',
  use: { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
} as const;
export const TELEPHONE = {
  name: '390 wide',
  use: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
} as const;

/** Each in one of the themes, so that what is looked at on both screens is looked at in both themes. */
export const SCREENS = [DESKTOP, TELEPHONE];

/**
 * On this screen everybody can use the page, and nothing is wider than the window. Of a page that is looked at elsewhere
 * the part that is new is enough.
 */
export async function expectUsable(page: Page, part = WHOLE): Promise<void> {
  await expectAccessibleAsShown(page, part);
  await expectToFit(page);
}

/** Nothing on the page is wider than the window, once charts have taken the width that a scroll bar leaves them. */
export async function expectToFit(page: Page, timeout?: number): Promise<void> {
  await drawAll(page);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), {
      message: page.url(),
      timeout,
    })
    .toBeLessThanOrEqual(0);
}
