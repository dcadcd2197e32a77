import { useCallback, useRef } from 'react';

import { fieldId } from '@/plan/field-id';
import { fieldOf } from '@/plan/plan-edits';

/** After so long the nearest part around a field has to do, while the field itself is still waited for. */
const NEAREST_MS = 1_200;
const LAST_TRY_MS = 15_000;
const EVERY_MS = 40;

/** The control of a field, or the first one of a part. */
function controlIn(pointer: string): HTMLElement | null {
  const id = fieldId(pointer);
  return (
    document.getElementById(id) ?? document.querySelector<HTMLElement>(`[id^="${id}-"]:is(input,textarea)`)
  );
}

/** The control of a field, or of the nearest part around it. */
function controlFor(pointer: string): HTMLElement | null {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const found = controlIn(at);
    if (found) return found;
  }
  return null;
}

/** Focuses a control, scrolls to it, and lights up its row for a moment; whether it took the focus. */
function focus(control: HTMLElement): boolean {
  control.focus({ preventScroll: true });
  const row = control.closest<HTMLElement>('[data-field]') ?? control;
  row.scrollIntoView({ block: 'nearest' });
  row.animate([{ backgroundColor: 'var(--highlight)' }, { backgroundColor: 'transparent' }], {
    duration: 2_000,
    easing: 'ease-in',
  });
  return document.activeElement === control;
}

/** Brings a field into view and focuses it, once `reveal` has rendered it, unless somebody goes on elsewhere before. */
export function useFocusField(reveal: (pointer: string) => void): (pointer: string) => void {
  const goneOn = useRef<AbortController>(undefined);
  return useCallback(
    (asked: string) => {
      const pointer = fieldOf(asked);
      reveal(pointer);
      goneOn.current?.abort();
      const own = (goneOn.current = new AbortController());
      const { signal } = own;
      for (const type of ['pointerdown', 'wheel', 'keydown']) {
        document.addEventListener(type, () => own.abort(), { capture: true, signal });
      }
      const start = Date.now();
      let nearest: HTMLElement | null = null;
      const attempt = () => {
        if (signal.aborted) return;
        const passed = Date.now() - start;
        const control = controlIn(pointer);
        if (!control && !nearest && passed >= NEAREST_MS) {
          nearest = controlFor(pointer);
          if (nearest) focus(nearest);
        }
        // A part that is unfolded just now takes no focus yet.
        const isThere = control !== null && (focus(control) || passed >= NEAREST_MS);
        if (isThere || passed >= LAST_TRY_MS) own.abort();
        else setTimeout(attempt, EVERY_MS);
      };
      setTimeout(attempt, EVERY_MS);
    },
    [reveal],
  );
}
