/** Unsaved work, kept in the browser so that a reload loses nothing. */
import type { Plan } from '@/api/types';

import type { Base } from './plan-editor';

export interface Draft {
  base: Base;
  plan: Plan;
  at: number;
}

const PREFIX = 'hostwise.draft.';

/** What a plan is opened from: one that is saved, a sample, one that was read from a file or typed, or nothing. */
export type Origin = { kind: 'plan' | 'sample' | 'imported'; key: string } | { kind: 'new' };

/** Under which this browser keeps the unsaved work. */
export function draftKey(origin: Origin): string {
  return origin.kind === 'new' ? origin.kind : `${origin.kind}.${origin.key}`;
}

/** Where unsaved work was begun: each origin that has a draft. */
export function draftOrigins(): Origin[] {
  return keysWith(PREFIX).flatMap((text): Origin[] => {
    const [, kind, key] = /^(plan|sample|imported|new)(?:[.](.+))?$/.exec(text) ?? [];
    if (kind === 'new') return [{ kind }];
    return key === undefined ? [] : [{ kind: kind as 'plan' | 'sample' | 'imported', key }];
  });
}

/** What is kept under names that begin so, without that beginning. */
export function keysWith(prefix: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((each) => each.startsWith(prefix))
      .map((each) => each.slice(prefix.length));
  } catch {
    return [];
  }
}

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
