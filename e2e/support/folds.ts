import type { BrowserContext, Page } from '@playwright/test';

const FOLDED = ['notes', 'figures', 'checks', 'estate-quality', 'estate-scope'];

/** From now on the parts of plans that are folded at first are open, as for a reader who left them so. */
export async function unfold(pages: BrowserContext | Page): Promise<void> {
  await pages.addInitScript((names) => {
    for (const name of names) localStorage.setItem(`hostwise.open.${name}`, 'true');
  }, FOLDED);
}
