/** Merges two sets of changes of one plan: those made here with those of another user or another tab. */
import type { Plan, Remark } from '@/api/types';

import { equal, isObject, type Json, type JsonObject } from '@/lib/json';
import { formatPointer, getAt, parsePointer, setAt } from './json-pointer';
import type { PlanList } from './lists-of';
import { diffPlans } from './plan-diff';
import { freeKey } from './plan-edits';
import { identityOf, namedListAt, pairs } from './plan-lists';

export interface Merge {
  /** Both sets of changes; where they conflict, mine. */
  plan: Plan;
  /** The same with theirs where they conflict; null where they do not. */
  other: Plan | null;
}

/** My changes since `base`, applied on top of `theirs`. Nothing is lost: changes that mine override are in `other`. */
export function mergePlans(base: Plan, mine: Plan, theirs: Plan): Merge {
  const own = withOwnKeys(base, mine, theirs);
  const [from, here, there] = [base, own, theirs].map(withRemarksInside);
  const plan = withRemarksOutside(merged(from, here, there, ''));
  const other = withRemarksOutside(merged(from, there, here, ''));
  return { plan, other: diffPlans(other, plan).length === 0 ? null : other };
}

/** Mine with other keys for configurations that are new on both sides and have the same key by chance. */
function withOwnKeys(base: Plan, mine: Plan, theirs: Plan): Plan {
  const old = new Set(base.configurations.map((each) => each.key));
  const added = theirs.configurations.filter((each) => !old.has(each.key));
  return mine.configurations.reduce((plan, own, index) => {
    const twin = old.has(own.key) ? undefined : added.find((each) => each.key === own.key);
    if (twin === undefined || equal(twin, own)) return plan;
    const both = { ...plan, configurations: [...plan.configurations, ...theirs.configurations] };
    return setAt(plan, `/configurations/${String(index)}/key`, freeKey(both, own.key));
  }, mine);
}

function merged(
  base: Json | undefined,
  mine: Json | undefined,
  theirs: Json | undefined,
  at: string,
): Json | undefined {
  if (equal(mine, base)) return theirs;
  if (equal(theirs, base)) return mine;
  const list = namedListAt(at);
  if (list && [base, mine, theirs].every((each) => each === undefined || Array.isArray(each))) {
    const [from, here, there] = [base, mine, theirs].map((each) => (each ?? []) as Json[]);
    const result = mergedLists(from ?? [], here ?? [], there ?? [], list, at);
    if (result.length > 0) return result;
    return mine === undefined || theirs === undefined ? undefined : [];
  }
  if (isObject(mine) && isObject(theirs)) {
    const from = isObject(base) ? base : {};
    const result: JsonObject = {};
    for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
      const value = merged(from[key], mine[key], theirs[key], at + formatPointer([key]));
      if (value !== undefined) result[key] = value;
    }
    return result;
  }
  return mine;
}

function mergedLists(base: Json[], mine: Json[], theirs: Json[], list: PlanList, at: string): Json[] {
  const byPlace = list.unique === undefined;
  const places = pairs(base, mine, list, byPlace);
  const toMine = new Map(places);
  const added = new Set(
    places.flatMap(([was, is]) => (was === null && is !== null ? [mine[is] ?? null] : [])),
  );
  const nameOf = (item: Json) => (list.unique ? identityOf(item, list) : JSON.stringify(item));
  const named = new Map([...added].map((item) => [nameOf(item), item]));
  const result: Json[] = [];
  for (const [was, is] of pairs(base, theirs, list, byPlace)) {
    const there = is === null ? undefined : theirs[is];
    if (was === null) {
      // Added on both sides, it is there once.
      const twin = there === undefined ? undefined : named.get(nameOf(there));
      if (twin !== undefined) added.delete(twin);
      result.push(twin ?? there ?? null);
      continue;
    }
    const place = toMine.get(was) ?? null;
    const here = place === null ? undefined : mine[place];
    // What is removed here stays removed, and what they removed stays only if it was changed here.
    if (here === undefined || (there === undefined && equal(here, base[was]))) continue;
    result.push(there === undefined ? here : (merged(base[was], here, there, `${at}/0`) ?? null));
  }
  return [...result, ...added];
}

/** Key that holds the remarks on an element and on its fields during a merge, so that they move with it. */
const INSIDE = '#remarks';

function withRemarksInside(plan: Plan): Json {
  const { remarks = {}, ...rest } = plan;
  return Object.entries(remarks).reduce<Json>(
    (document, [pointer, remark]) => {
      const owner = ownerOf(pointer);
      return isObject(getAt(document, owner))
        ? setAt(document, owner + formatPointer([INSIDE, pointer.slice(owner.length)]), remark as Json)
        : document;
    },
    rest as unknown as Json,
  );
}

/** The innermost element of a list that a field belongs to, or the whole plan. */
function ownerOf(pointer: string): string {
  const tokens = parsePointer(pointer);
  const depth = tokens.findLastIndex((_, index) => namedListAt(formatPointer(tokens.slice(0, index))));
  return formatPointer(tokens.slice(0, depth + 1));
}

function withRemarksOutside(document: Json | undefined): Plan {
  const remarks: Record<string, Remark> = {};
  const outside = (part: Json, pointer: string): Json => {
    if (Array.isArray(part)) return part.map((each, index) => outside(each, `${pointer}/${String(index)}`));
    if (!isObject(part)) return part;
    const { [INSIDE]: own, ...rest } = part;
    for (const [tail, remark] of Object.entries(isObject(own) ? own : {})) {
      if (getAt(rest, tail) !== undefined) remarks[pointer + tail] = remark as unknown as Remark;
    }
    return Object.fromEntries(
      Object.entries(rest).map(([key, each]) => [key, outside(each, pointer + formatPointer([key]))]),
    );
  };
  const plan = outside(document ?? {}, '') as unknown as Plan;
  return Object.keys(remarks).length === 0 ? plan : { ...plan, remarks };
}
