import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

import { drawAll } from './charts';

/** The rules whose outcome depends on colours, the only thing in which the themes differ. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

export const WHOLE = 'html';
export const DIALOG = '[role="dialog"]';
/** What a page says by itself: of something that goes on, or that went wrong. */
export const NOTICE = 'main :is([role="status"], [role="alert"])';

/**
 * No serious or critical finding of axe on the page as it is now, all that is drawn included, in the theme it has; or on
 * a part of it, such as a dialog in front of a page that is looked at elsewhere.
 */
export async function expectAccessibleAsShown(page: Page, part = WHOLE): Promise<'light' | 'dark'> {
  await drawAll(page, part);
  const dark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const shown = dark ? 'dark' : 'light';
  expect(await graveFindings(axe(page, part)), shown).toEqual([]);
  return shown;
}

/** The same in either theme. */
export async function expectAccessible(page: Page, part = WHOLE): Promise<void> {
  const shown = await expectAccessibleAsShown(page, part);
  const other = shown === 'dark' ? 'light' : 'dark';
  await changeTheme(page, other);
  expect(await graveFindings(axe(page, part).withRules(COLOUR_RULES)), other).toEqual([]);
  await changeTheme(page, shown);
}

/** No page has frames, and what passes is not shown: to gather either takes longer than the checks. */
function axe(page: Page, part: string): AxeBuilder {
  return new AxeBuilder({ page }).include(part).options({ resultTypes: ['violations'] }).setLegacyMode(true);
}

async function changeTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

async function graveFindings(checks: AxeBuilder): Promise<string[]> {
  const { violations } = await checks.analyze();
  return violations
    .filter((each) => each.impact === 'serious' || each.impact === 'critical')
    .map((each) => `${each.id}: ${each.nodes.map((node) => node.target.join(' ')).join(', ')}`);
}
