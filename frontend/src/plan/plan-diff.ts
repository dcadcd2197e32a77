/** Differences between two plan documents, and how to revert one. */
import type { Plan } from '@/api/types';

import { equal, isObject, type Json } from '@/lib/json';
import { formatPointer, getAt, parsePointer } from './json-pointer';
import { editField, insertElement, rangeOf, remarksWithin, removeElement } from './plan-edits';
import { namedListAt, pairs } from './plan-lists';

export interface Change {
  kind: 'changed' | 'added' | 'removed';
  /** Where it is in the document as it is now; for what was removed, where it was. */
  pointer: string;
  /** Where it was in the document before; for what was added, where it is. */
  beforePointer: string;
  before: Json | undefined;
  after: Json | undefined;
}

function collect(
  before: Json | undefined,
  after: Json | undefined,
  at: [string[], string[]],
  found: Change[],
): void {
  if (equal(before, after)) return;
  const [beforePointer, pointer] = [formatPointer(at[0]), formatPointer(at[1])];
  const list = namedListAt(pointer);
  if (list && Array.isArray(before) && Array.isArray(after)) {
    for (const [was, is] of pairs(before, after, list, list.unique === undefined)) {
      const places: [string[], string[]] = [
        [...at[0], String(was ?? is)],
        [...at[1], String(is ?? was)],
      ];
      if (was !== null && is !== null) collect(before[was], after[is], places, found);
      else {
        found.push({
          kind: was === null ? 'added' : 'removed',
          beforePointer: formatPointer(places[0]),
          pointer: formatPointer(places[1]),
          before: was === null ? undefined : before[was],
          after: is === null ? undefined : after[is],
        });
      }
    }
    return;
  }
  if ((isObject(before) || before === undefined) && (isObject(after) || after === undefined)) {
    const keys = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
    // An empty part means something, too.
    if (keys.size === 0) found.push({ kind: 'changed', pointer, beforePointer, before, after });
    for (const key of keys) {
      collect(
        before?.[key],
        after?.[key],
        [
          [...at[0], key],
          [...at[1], key],
        ],
        found,
      );
    }
    return;
  }
  found.push({ kind: 'changed', pointer, beforePointer, before, after });
}

/** The fields that differ, and ranges of fields that do not; other remarks follow the fields. */
export function diffPlans(before: Plan, after: Plan): Change[] {
  const found: Change[] = [];
  const bare = (plan: Plan): Json => {
    const { remarks: _, ...rest } = plan;
    return rest;
  };
  collect(bare(before), bare(after), [[], []], found);
  for (const field of new Set([...Object.keys(before.remarks ?? {}), ...Object.keys(after.remarks ?? {})])) {
    const [was, is] = [before.remarks?.[field]?.range, after.remarks?.[field]?.range];
    const at = rangeOf(field);
    if (!equal(was, is) && equal(getAt(before, field), getAt(after, field)))
      found.push({
        kind: 'changed',
        pointer: at,
        beforePointer: at,
        before: was ?? undefined,
        after: is ?? undefined,
      });
  }
  return found;
}

/** The plan as it is now with one change taken back. */
export function revertChange(plan: Plan, saved: Plan, change: Change): Plan {
  const tokens = parsePointer(change.pointer);
  const array = formatPointer(tokens.slice(0, -1));
  const index = Number(tokens.at(-1));
  if (change.kind === 'added') return removeElement(plan, array, index);
  const remarks = remarksWithin(saved, change.beforePointer);
  if (change.kind === 'removed') {
    const length = (getAt(plan, array) as Json[] | undefined)?.length ?? 0;
    return insertElement(plan, array, Math.min(index, length), change.before ?? null, remarks);
  }
  const reverted = withoutEmpty(editField(plan, change.pointer, change.before), saved, change);
  const own = Object.entries(remarks).map(([tail, remark]) => [change.pointer + tail, remark] as const);
  return own.length === 0
    ? reverted
    : { ...reverted, remarks: { ...reverted.remarks, ...Object.fromEntries(own) } };
}

/** Without the parts around a field that are there only because the field was. */
function withoutEmpty(plan: Plan, saved: Plan, change: Change): Plan {
  let next = plan;
  let [at, was] = [change.pointer, change.beforePointer];
  while (change.before === undefined && at !== '') {
    [at, was] = [at.slice(0, at.lastIndexOf('/')), was.slice(0, was.lastIndexOf('/'))];
    const part = getAt(next, at);
    if (at === '' || !isObject(part) || Object.keys(part).length > 0 || getAt(saved, was) !== undefined)
      break;
    next = editField(next, at, undefined);
  }
  return next;
}
