import { useEffect } from 'react';

/** When to look again: charts above the place take their room only once they are loaded. */
const LOOKS_MS = [100, 500, 1_000];

/** Brings what the address's `#...` names on a page into view, and lights it up for a moment. */
export function useScrollToHash(page: string): void {
  useEffect(() => {
    let timers: ReturnType<typeof setTimeout>[] = [];
    const stop = () => timers.forEach(clearTimeout);
    const bring = (first: boolean) => {
      const key = decodeURIComponent(window.location.hash.slice(1));
      const place = key === '' ? null : document.getElementById(key);
      if (!place) return;
      place.scrollIntoView({ block: 'start' });
      if (!first) return;
      place.focus({ preventScroll: true });
      place.animate([{ backgroundColor: 'var(--highlight)' }, { backgroundColor: 'transparent' }], {
        duration: 2_000,
        easing: 'ease-in',
      });
    };
    const go = () => {
      stop();
      timers = LOOKS_MS.map((pause, look) => setTimeout(() => bring(look === 0), pause));
    };
    go();
    window.addEventListener('hashchange', go);
    // A reader who has moved on is not brought back.
    const moves = ['wheel', 'touchmove', 'keydown', 'mousedown'] as const;
    for (const each of moves) window.addEventListener(each, stop, { passive: true });
    return () => {
      stop();
      window.removeEventListener('hashchange', go);
      for (const each of moves) window.removeEventListener(each, stop);
    };
  }, [page]);
}
