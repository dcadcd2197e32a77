import { useCallback } from 'react';

import { fieldId } from '@/lib/field-id';
import { fieldOf } from '@/lib/plan-edits';

const LAST_TRY_MS = 1_200;
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

/** Scrolls to a control and lights up its row for a moment. */
function point(control: HTMLElement): void {
  const row = control.closest<HTMLElement>('[data-field]') ?? control;
  row.scrollIntoView({ block: 'nearest' });
  row.animate([{ backgroundColor: 'var(--highlight)' }, { backgroundColor: 'transparent' }], {
    duration: 2_000,
    easing: 'ease-in',
  });
}

/** Brings a field into view and focuses it, once `reveal` has rendered it. */
export function useFocusField(reveal: (pointer: string) => void): (pointer: string) => void {
  return useCallback(
    (asked: string) => {
      const pointer = fieldOf(asked);
      reveal(pointer);
      const until = Date.now() + LAST_TRY_MS;
      const attempt = () => {
        const control = controlIn(pointer) ?? (Date.now() >= until ? controlFor(pointer) : null);
        if (control) {
          point(control);
          control.focus({ preventScroll: true });
          if (document.activeElement === control || Date.now() >= until) return;
        }
        if (Date.now() < until) setTimeout(attempt, EVERY_MS);
      };
      setTimeout(attempt, EVERY_MS);
    },
    [reveal],
  );
}
