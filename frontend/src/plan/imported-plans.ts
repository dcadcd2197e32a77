/** Plans that were read from files or typed, and not saved yet, kept in this browser so that a reload loses nothing. */
import type { Plan } from '@/api/types';

import { draftKey, draftName, dropDraft, readDraft, scenariosName } from './drafts';
import { withCurrentNames } from './former-names';
import { canBeOpened } from './openable';
import { dropAside, jsonIn, keepText, keptText, keysWith } from '@/lib/storage';

const PREFIX = 'hostwise.imported.';
const MOST_KEPT = 5;

/** If the browser's storage is full, it lives as long as the page. */
const unkept = new Map<string, Plan>();

/** The keys of all stored plans. */
export function importedKeys(): string[] {
  return [...keysWith(PREFIX), ...unkept.keys()];
}

/** When a plan was read. */
export function importedAt(key: string): number {
  return parseInt(key, 36);
}

/** Store a plan under a new key; if there are too many, the oldest unedited one is deleted. */
export function keepImported(plan: Plan): string {
  // Several of one drop may come within one millisecond.
  let at = Date.now();
  while (importedKeys().includes(at.toString(36))) at += 1;
  const key = at.toString(36);
  unkept.set(key, plan);
  const unedited = keysWith(PREFIX).filter((each) => !isEdited(each));
  for (const each of unedited.sort().slice(0, -(MOST_KEPT - 1))) keepText(PREFIX + each, null);
  // If storage is full or forbidden, the plan lives in the page only.
  if (keepText(PREFIX + key, JSON.stringify(plan)) === null) unkept.delete(key);
  return key;
}

function isEdited(key: string): boolean {
  const origin = draftKey({ kind: 'imported', key });
  return readDraft(origin) !== null || keptText(scenariosName(origin)) !== null;
}

export function readImported(key: string): Plan | null {
  const inPage = unkept.get(key);
  if (inPage) return inPage;
  const plan = withCurrentNames(jsonIn(importedText(key)));
  return canBeOpened(plan) ? (plan as unknown as Plan) : null;
}

/** Its stored text, even if unreadable. */
export function importedText(key: string): string | null {
  return keptText(PREFIX + key);
}

/** Delete it, with its edits. */
export function dropImported(key: string): void {
  unkept.delete(key);
  dropDraft(draftKey({ kind: 'imported', key }));
  dropAside(draftName(draftKey({ kind: 'imported', key })));
  keepText(PREFIX + key, null);
}
