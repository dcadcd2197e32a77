/** What differs between two plan documents, and how to carry changes from one to another. */
import type { Plan, Remark } from '@/api/types';

import { equal, isObject, type Json, type JsonObject } from './json';
import { formatPointer, getAt, parsePointer } from './json-pointer';
import { editField, insertElement, rangeOf, remarksWithin, removeElement } from './plan-edits';

export interface Change {
  kind: 'changed' | 'added' | 'removed';
  /** Where it is in the document as it is now; for what was removed, where it was. */
  pointer: string;
  /** Where it was in the document before; for what was added, where it is. */
  beforePointer: string;
  before: Json | undefined;
  after: Json | undefined;
}

/** Arrays whose elements are the same thing when they share this field. */
const IDENTITY: Record<string, string> = {
  '/configurations': 'key',
  '/workload/groups': 'name',
  '/opm_models': 'key',
};

type Pairs = [before: number | null, after: number | null][];

/** Which elements of two arrays are the same: by identity first, then, for what was renamed, by place. */
function pairs(before: Json[], after: Json[], identity: string): Pairs {
  const idOf = (item: Json | undefined) => (isObject(item) ? item[identity] : undefined);
  const matched: Pairs = [];
  const free = new Set(after.keys());
  const left: number[] = [];
  for (const [index, item] of before.entries()) {
    const found = [...free].find((each) => equal(idOf(after[each]), idOf(item)));
    if (found === undefined) left.push(index);
    else {
      free.delete(found);
      matched.push([index, found]);
    }
  }
  for (const index of left) {
    if (before.length === after.length && free.has(index)) {
      free.delete(index);
      matched.push([index, index]);
    } else matched.push([index, null]);
  }
  matched.sort(([a], [b]) => (a ?? 0) - (b ?? 0));
  return [...matched, ...[...free].map((index): [null, number] => [null, index])];
}

function collect(
  before: Json | undefined,
  after: Json | undefined,
  at: [string[], string[]],
  found: Change[],
): void {
  if (equal(before, after)) return;
  const [beforePointer, pointer] = [formatPointer(at[0]), formatPointer(at[1])];
  const identity = IDENTITY[pointer];
  if (identity !== undefined && Array.isArray(before) && Array.isArray(after)) {
    for (const [was, is] of pairs(before, after, identity)) {
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

function merged(
  base: Json | undefined,
  mine: Json | undefined,
  theirs: Json | undefined,
  at: string[],
): Json | undefined {
  if (equal(mine, base)) return theirs;
  if (equal(theirs, base)) return mine;
  const identity = IDENTITY[formatPointer(at)];
  if (identity !== undefined && Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs)) {
    const toMine = new Map(pairs(base, mine, identity));
    const result: Json[] = [];
    for (const [was, is] of pairs(base, theirs, identity)) {
      const here = was === null ? null : (toMine.get(was) ?? null);
      if (is === null) {
        // They removed it: it stays only if it was changed here.
        const kept = here === null ? undefined : mine[here];
        if (kept !== undefined && was !== null && !equal(kept, base[was])) result.push(kept);
      } else if (was === null) result.push(theirs[is] ?? null);
      else if (here !== null)
        result.push(merged(base[was], mine[here], theirs[is], [...at, String(is)]) ?? null);
      // Removed here and still there: it stays removed.
    }
    for (const [was, is] of pairs(base, mine, identity)) {
      if (was === null && is !== null) result.push(mine[is] ?? null);
    }
    return result;
  }
  if (isObject(mine) && isObject(theirs)) {
    const from = isObject(base) ? base : {};
    const keys = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
    const result: JsonObject = {};
    for (const key of keys) {
      const value = merged(from[key], mine[key], theirs[key], [...at, key]);
      if (value !== undefined) result[key] = value;
    }
    return result;
  }
  return mine;
}

/** Remarks by the name of what they are about, which no shift of an index changes. */
function namedRemarks(plan: Plan): Record<string, Remark> {
  const named = Object.entries(plan.remarks ?? {}).map(([pointer, remark]) => {
    const tokens = parsePointer(pointer);
    return [
      JSON.stringify(renamed(tokens, (array, token) => identityAt(plan, array, Number(token)))),
      remark,
    ] as const;
  });
  return Object.fromEntries(named);
}

function identityAt(plan: Plan, array: string, index: number): string {
  const item = getAt(plan, `${array}/${index}`);
  return isObject(item) ? JSON.stringify(item[IDENTITY[array] ?? '']) : '';
}

function renamed(tokens: string[], rename: (array: string, token: string) => string): string[] {
  return tokens.map((token, depth) => {
    const array = formatPointer(tokens.slice(0, depth));
    return array in IDENTITY ? rename(array, token) : token;
  });
}

/** My changes since `base`, made again on top of `theirs`. */
export function rebasePlan(base: Plan, mine: Plan, theirs: Plan): Plan {
  const bare = (plan: Plan): Json => ({ ...plan, remarks: {} });
  const plan = merged(bare(base), bare(mine), bare(theirs), []) as unknown as Plan;
  const remarks = merged(namedRemarks(base), namedRemarks(mine), namedRemarks(theirs), [
    'remarks',
  ]) as unknown as Record<string, Remark>;
  const located: Record<string, Remark> = {};
  for (const [name, remark] of Object.entries(remarks)) {
    const tokens = JSON.parse(name) as string[];
    const pointer = formatPointer(
      renamed(tokens, (array, token) => {
        const items = (getAt(plan, array) ?? []) as Json[];
        return String(items.findIndex((_, index) => identityAt(plan, array, index) === token));
      }),
    );
    if (getAt(plan, pointer) !== undefined) located[pointer] = remark;
  }
  const { remarks: _, ...result } = plan;
  return Object.keys(located).length === 0 ? result : { ...result, remarks: located };
}
