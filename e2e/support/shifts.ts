import type { Page } from '@playwright/test';

/** The layout shifts since the last call, by the browser's own measure, those after an input included. */
export async function shifts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // What was moved is known with the next picture.
    await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
    const { shifts } = window as unknown as { shifts: { found: string[]; take: () => void } };
    shifts.take();
    return shifts.found.splice(0);
  });
}

/** Watches this page from now on, and every page that is opened in its place from the start. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(watch);
  await page.evaluate(watch);
}

function watch(): void {
  type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };
  type Shift = PerformanceEntry & { value: number; sources: Source[] };
  const found: string[] = [];
  const add = (entries: PerformanceEntryList) => {
    for (const { value, sources } of entries as Shift[]) {
      const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
        const what = node?.textContent || (node as Element | null)?.outerHTML.slice(0, 200);
        const [before, after] = [from, to].map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' '));
        return `${String(what)} (${String(before)} to ${String(after)})`;
      });
      found.push(`${String(value)}: ${moved.join(' / ')}`);
    }
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift' });
  (window as unknown as { shifts: object }).shifts = { found, take: () => add(observer.takeRecords()) };
}
