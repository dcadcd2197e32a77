import { test as plain, type Page } from '@playwright/test';

import { unfold } from './folds';

/**
 * Tests whose page is that of the test before, with nothing left of it: a browser that has loaded the application once
 * loads it again for half the work. What sets up a page for good, such as a script that runs before all others, takes
 * the plain `test` instead.
 */
export const test = plain.extend<object, { kept: Page }>({
  kept: [
    async ({ browser }, use, { project }) => {
      const { baseURL, contextOptions, locale, userAgent, viewport } = project.use;
      const context = await browser.newContext({ ...contextOptions, baseURL, locale, userAgent, viewport });
      await unfold(context);
      await use(await context.newPage());
      await context.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ kept, viewport, colorScheme, contextOptions }, use) => {
    const context = kept.context();
    await kept.setViewportSize(viewport ?? { width: 1280, height: 900 });
    await kept.emulateMedia({ colorScheme: colorScheme ?? 'light', reducedMotion: contextOptions.reducedMotion });
    await use(kept);
    await kept.unrouteAll({ behavior: 'ignoreErrors' });
    kept.removeAllListeners();
    await Promise.all(context.pages().filter((each) => each !== kept).map((each) => each.close()));
    await context.clearPermissions();
    await context.clearCookies();
    if (kept.url() === 'about:blank') return;
    await kept.evaluate(() => {
      // What the page would keep on being left is kept now, so that it is cleared with the rest.
      window.dispatchEvent(new PageTransitionEvent('pagehide'));
      localStorage.clear();
      sessionStorage.clear();
    });
  },
});
