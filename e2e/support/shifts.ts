import type { Page } from '@playwright/test';

/** The layout shifts since the last call, by the browser's own measure, those after an input included. */
export async function shifts(page: Page): Promise<string[]> {
  // What was moved is known with the next picture.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
  return page.evaluate(() => (window as unknown as { shifts: string[] }).shifts.splice(0));
}

/** Watches this page from now on, and every page that is opened in its place from the start. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(watch);
  await page.evaluate(watch);
}

function watch(): void {
  const found: string[] = [];
  (window as unknown as { shifts: string[] }).shifts = found;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Node | null }[] })[]) {
      found.push(`${String(entry.value)}: ${entry.sources.map(({ node }) => node?.textContent || (node as Element | null)?.outerHTML.slice(0, 200)).join(' / ')}`);
    }
  }).observe({ type: 'layout-shift' });
}
