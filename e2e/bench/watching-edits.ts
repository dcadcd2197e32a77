import type { Page } from '@playwright/test';

/** Times of one edit, milliseconds since the input reached the page. */
export interface Edit {
  sent: number;
  /** When the request was on the wire, and the first byte of its answer there. */
  begun: number;
  first: number;
  answered: number;
  rendered: number;
  painted: number;
  /** When the charts had followed, too. */
  charts: number;
  /** When the card had its first verdict, of few simulations. */
  verdict: number;
  /** When the advice of all simulations and the growth had, which are asked for once the plan is still. */
  advice: number;
}

declare global {
  interface Window {
    /** Watches for one edit, which must be made next. */
    watchEdit: () => Promise<Edit>;
    /** Layout shifts so far: what moved although nobody moved it, in the browser's own measure. */
    layoutShift: number;
  }
}

/**
 * Adds `watchEdit` to every page that is opened from now on.
 *
 * An edit is rendered when the answer of another plan is there, not marked as that of an earlier one, and painted when
 * the browser has drawn the frame after that: the first task after the next animation frame.
 */
export async function watchEdits(page: Page): Promise<void> {
  await page.addInitScript(() => {
    performance.setResourceTimingBufferSize(100_000);
    window.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.layoutShift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });

    const painted = () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now());
          port2.postMessage(null);
        });
      });
    const once = (holds: () => boolean) =>
      new Promise<number>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!holds()) return;
          observer.disconnect();
          resolve(performance.now());
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
      });
    const results = () => document.querySelector('[data-plan]');
    const shown = () => (results()?.getAttribute('data-stale') === 'false' ? results()?.getAttribute('data-plan') : null);
    const charts = () => document.querySelector('figure')?.closest('[aria-busy]');
    const anythingStale = () => document.querySelector('main [aria-busy="true"]') !== null;

    window.watchEdit = async () => {
      const before = shown();
      const start = await new Promise<number>((resolve) => {
        document.addEventListener('input', (event) => resolve(event.timeStamp), { capture: true, once: true });
      });
      const rendered = await once(() => ![null, before].includes(shown()));
      const seen = await painted();
      while (charts()?.getAttribute('aria-busy') === 'true') await painted();
      const drawn = performance.now();
      while (document.querySelector('[data-known="false"]')) await painted();
      const judged = performance.now();
      while (anythingStale()) await painted();
      const advised = performance.now();
      // A later one asks where values come from.
      const request = performance
        .getEntriesByType('resource')
        .find((entry) => entry.name.includes('/api/v1/evaluate') && entry.startTime >= start) as
        | PerformanceResourceTiming
        | undefined;
      const since = (time: number | undefined) => (time === undefined ? NaN : time - start);
      return {
        sent: since(request?.startTime),
        begun: since(request?.requestStart),
        first: since(request?.responseStart),
        answered: since(request?.responseEnd),
        rendered: since(rendered),
        painted: since(seen),
        charts: since(drawn),
        verdict: since(judged),
        advice: since(advised),
      };
    };
  });
}
