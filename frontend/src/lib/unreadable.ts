/** Text in fields of the plan that is not a number: it is not in the plan, and must not get lost unnoticed. */
import type { Plan } from '@/api/types';

import { equal, type Json } from './json';
import { getAt } from './json-pointer';

export interface Unreadable {
  pointer: string;
  text: string;
  /** What the plan has in its place. */
  value: Json | undefined;
}

/** The entries with the unreadable text that a field holds now. */
export function withEntry(
  entries: readonly Unreadable[],
  plan: Plan,
  pointer: string,
  text: string,
): readonly Unreadable[] {
  return [...withoutEntry(entries, pointer), { pointer, text, value: getAt(plan, pointer) }];
}

/** The entries without that of a field, which can be read. */
export function withoutEntry(entries: readonly Unreadable[], pointer: string): readonly Unreadable[] {
  const others = entries.filter((each) => each.pointer !== pointer);
  return others.length === entries.length ? entries : others;
}

/** The entries whose field has had no other value since: by undo, a slider or with all of its part. */
export function stillUnreadable(entries: readonly Unreadable[], plan: Plan): readonly Unreadable[] {
  const kept = entries.filter((each) => equal(getAt(plan, each.pointer), each.value));
  return kept.length === entries.length ? entries : kept;
}
