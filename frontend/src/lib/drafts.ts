/** Unsaved work, kept in the browser so that a reload loses nothing. */
import type { Plan } from '@/api/types';

import type { Base } from './plan-editor';

export interface Draft {
  base: Base;
  plan: Plan;
  at: number;
}

const PREFIX = 'hostwise.draft.';

export function readDraft(key: string): Draft | null {
  try {
    const text = localStorage.getItem(PREFIX + key);
    if (text === null) return null;
    const draft = JSON.parse(text) as Draft;
    const plan = draft.plan as Plan | undefined;
    return plan?.schema_version === 1 || plan?.name !== undefined ? draft : null;
  } catch {
    return null;
  }
}

export function writeDraft(key: string, draft: Draft): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(draft));
  } catch {
    // No room or no permission: the work lives on in the page only.
  }
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Nothing was kept, so nothing is left.
  }
}
