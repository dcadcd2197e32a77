/** The lists of a plan, and which elements of two states of a list are the same. */
import { isObject, type Json } from '@/lib/json';
import { formatPointer, getAt, parsePointer } from './json-pointer';
import type { PlanList } from './lists-of';
import { LISTS } from './plan-lists.gen';

/** The list of documents at a pointer, if there may be one. */
export function listAt(pointer: string): PlanList | undefined {
  return LISTS[formatPointer(parsePointer(pointer).map((token) => (/^\d+$/.test(token) ? '*' : token)))];
}

/** The same, where its elements can be told from each other. */
export function namedListAt(pointer: string): PlanList | undefined {
  const list = listAt(pointer);
  return list && list.identity.length > 0 ? list : undefined;
}

/** The identity of an element. */
export function identityOf(item: Json | undefined, list: PlanList): string {
  return JSON.stringify(list.identity.map((field) => (isObject(item) ? item[field] : undefined) ?? null));
}

export type Pairs = [before: number | null, after: number | null][];

/** Pairs the elements that are the same: by content, then by identity, then, if requested, by place. */
export function pairs(
  before: readonly Json[],
  after: readonly Json[],
  list: PlanList,
  byPlace: boolean,
): Pairs {
  const free = new Set(after.keys());
  const partners = new Map<number, number>();
  const match = (nameOf: (item: Json) => string) => {
    const waiting = new Map<string, number[]>();
    for (const index of free) {
      const name = nameOf(after[index] ?? null);
      waiting.set(name, [...(waiting.get(name) ?? []), index]);
    }
    for (const [index, item] of before.entries()) {
      if (partners.has(index)) continue;
      const alike = (waiting.get(nameOf(item)) ?? []).filter((each) => free.has(each));
      const found = alike.includes(index) ? index : alike[0];
      if (found === undefined) continue;
      partners.set(index, found);
      free.delete(found);
    }
  };
  match((item) => JSON.stringify(item));
  if (list.identity.length > 0) match((item) => identityOf(item, list));
  if (byPlace && before.length === after.length) {
    for (const index of before.keys()) {
      if (partners.has(index) || !free.has(index)) continue;
      partners.set(index, index);
      free.delete(index);
    }
  }
  return [
    ...before.map((_, index): [number, number | null] => [index, partners.get(index) ?? null]),
    ...[...free].map((index): [null, number] => [null, index]),
  ];
}

/** Where a field of a plan is after one step of editing; null where the element that it belonged to is gone. */
export function followed(pointer: string, before: unknown, after: unknown, byPlace: boolean): string | null {
  const tokens = parsePointer(pointer);
  const moved: string[] = [];
  for (const [depth, token] of tokens.entries()) {
    const [from, to] = [formatPointer(tokens.slice(0, depth)), formatPointer(moved)];
    const list = listAt(from);
    const [was, is] = [getAt(before, from), getAt(after, to)];
    if (list === undefined || !Array.isArray(was)) moved.push(token);
    else {
      const place = pairs(was, Array.isArray(is) ? is : [], list, byPlace).find(
        ([index]) => index === Number(token),
      )?.[1];
      if (place === undefined || place === null) return null;
      moved.push(String(place));
    }
  }
  return formatPointer(moved);
}
