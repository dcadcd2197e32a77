/** Text in fields of the plan that is not a number: it is not in the plan, and must not get lost unnoticed. */
import type { Plan } from '@/api/types';

import { equal, isObject, type Json } from '@/lib/json';
import { currentPointer } from './former-names';
import { getAt } from './json-pointer';
import { followed } from './plan-lists';
import { jsonIn } from '@/lib/storage';

export interface Unreadable {
  pointer: string;
  text: string;
  /** What the plan has in its place. */
  value: Json | undefined;
  /** The plan in which the field is there. */
  plan: Plan;
  /** A later plan, from which its configuration, group or the like is gone: undo may bring it back, with the text. */
  goneFrom?: Plan;
}

/** The entries with the unreadable text that a field holds now. */
export function withEntry(
  entries: readonly Unreadable[],
  plan: Plan,
  pointer: string,
  text: string,
): readonly Unreadable[] {
  return [...withoutEntry(entries, pointer), { pointer, text, value: getAt(plan, pointer), plan }];
}

/** The entries without that of a field, whose text is readable now. */
export function withoutEntry(entries: readonly Unreadable[], pointer: string): readonly Unreadable[] {
  const others = entries.filter((each) => each.goneFrom || each.pointer !== pointer);
  return others.length === entries.length ? entries : others;
}

/**
 * The entries in the next state of the plan: each moves with its configuration, group or other part, and is removed
 * when its field gets another value: by undo, by a slider, or with its whole part.
 */
export function stillUnreadable(entries: readonly Unreadable[], plan: Plan): readonly Unreadable[] {
  if (entries.every((each) => (each.goneFrom ?? each.plan) === plan)) return entries;
  return entries.flatMap((entry): Unreadable[] => {
    const pointer = followed(entry.pointer, entry.plan, plan, entry.goneFrom === undefined);
    if (pointer === null) return [{ ...entry, goneFrom: plan }];
    if (!equal(getAt(plan, pointer), entry.value)) return [];
    return [{ pointer, text: entry.text, value: entry.value, plan }];
  });
}

/** The stored form of an entry: its place in the plan that is stored beside it. */
export type KeptEntry = Pick<Unreadable, 'pointer' | 'text' | 'value'>;

/** The entries as text; null where there are none. */
export function entriesText(entries: readonly Unreadable[]): string | null {
  const kept = entries.flatMap(({ pointer, text, value, goneFrom }): KeptEntry[] =>
    goneFrom ? [] : [{ pointer, text, value }],
  );
  return kept.length === 0 ? null : JSON.stringify(kept);
}

/** The entries in a text; null where there are none that can be read. */
export function entriesIn(text: string | null): readonly KeptEntry[] | null {
  const kept = jsonIn(text);
  const isEntry = (each: Json) =>
    isObject(each) &&
    typeof each.pointer === 'string' &&
    each.pointer.startsWith('/') &&
    typeof each.text === 'string';
  if (!Array.isArray(kept) || !kept.every(isEntry)) return null;
  return (kept as unknown as KeptEntry[]).map((each) => ({ ...each, pointer: currentPointer(each.pointer) }));
}

/** The entries of fields that have no other value in this plan. */
export function locatedIn(plan: Plan, entries: readonly KeptEntry[]): readonly Unreadable[] {
  return entries
    .filter(({ pointer, value }) => equal(getAt(plan, pointer), value))
    .map((each) => ({ ...each, plan }));
}
