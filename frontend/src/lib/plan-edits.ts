/**
 * Edits of a plan document that keep its remarks true: a remark says where a given value comes from, so it goes when
 * the value is changed, and moves along when the array that holds the value grows or shrinks.
 */
import type { Architecture, Plan, Remark } from '@/api/types';

import { isObject, type Json } from './json';
import { deleteAt, formatPointer, getAt, insertAt, isWithin, parsePointer, setAt } from './json-pointer';

type Remarks = Record<string, Remark>;

function withRemarks(plan: Plan, remarks: Remarks): Plan {
  if (Object.keys(remarks).length > 0) return { ...plan, remarks };
  const { remarks: _, ...rest } = plan;
  return rest;
}

function mapRemarks(plan: Plan, map: (pointer: string) => string | null): Plan {
  if (!plan.remarks) return plan;
  const mapped = Object.entries(plan.remarks).flatMap(([pointer, remark]) => {
    const next = map(pointer);
    return next === null ? [] : [[next, remark] as const];
  });
  return withRemarks(plan, Object.fromEntries(mapped));
}

/** The plan without the remarks on a value and on everything inside it. */
export function dropRemarks(plan: Plan, pointer: string): Plan {
  return mapRemarks(plan, (each) => (isWithin(each, pointer) ? null : each));
}

/** Set a field, or remove it when the value is undefined. */
export function editField(plan: Plan, pointer: string, value: Json | undefined): Plan {
  const changed = value === undefined ? deleteAt(plan, pointer) : setAt(plan, pointer, value);
  return dropRemarks(changed, pointer);
}

/** Parts that mean something even when they are empty. */
const STAYING =
  /^\/(workload|policy|economics|configurations\/\d+\/(cpu|memory|memory\/tier|swap|cache|capacity|read_cache))$/;

/** Remove a field, and the parts around it that were there only because of it. */
export function clearField(plan: Plan, pointer: string): Plan {
  const next = editField(plan, pointer, undefined);
  const around = pointer.slice(0, pointer.lastIndexOf('/'));
  const part = getAt(next, around);
  const lapses = around !== '' && isObject(part) && Object.keys(part).length === 0 && !STAYING.test(around);
  return lapses ? clearField(next, around) : next;
}

/** The plan with a part, and the remarks on it, as an earlier plan had them. */
export function restorePart(plan: Plan, earlier: Plan, pointer: string): Plan {
  const value = getAt(earlier, pointer);
  if (value === undefined) return plan;
  const own = Object.entries(remarksWithin(earlier, pointer)).map(
    ([tail, remark]) => [pointer + tail, remark] as const,
  );
  const next = editField(plan, pointer, value);
  return withRemarks(next, { ...next.remarks, ...Object.fromEntries(own) });
}

/** A pointer with the element index below an array changed; null if the element is gone. */
function shifted(
  pointer: string,
  arrayPointer: string,
  shift: (index: number) => number | null,
): string | null {
  if (!isWithin(pointer, arrayPointer) || pointer === arrayPointer) return pointer;
  const depth = parsePointer(arrayPointer).length;
  const tokens = parsePointer(pointer);
  const next = shift(Number(tokens[depth]));
  if (next === null) return null;
  return formatPointer([...tokens.slice(0, depth), next, ...tokens.slice(depth + 1)]);
}

/** Remove an array element; the remarks of those behind it move up. */
export function removeElement(plan: Plan, arrayPointer: string, index: number): Plan {
  const changed = deleteAt(plan, formatPointer([...parsePointer(arrayPointer), index]));
  return mapRemarks(changed, (pointer) =>
    shifted(pointer, arrayPointer, (each) => (each === index ? null : each > index ? each - 1 : each)),
  );
}

/** Insert an array element; the remarks of those behind it move down, and it brings its own, relative to itself. */
export function insertElement(
  plan: Plan,
  arrayPointer: string,
  index: number,
  value: Json,
  remarks: Remarks = {},
): Plan {
  const changed = mapRemarks(insertAt(plan, arrayPointer, index, value), (pointer) =>
    shifted(pointer, arrayPointer, (each) => (each >= index ? each + 1 : each)),
  );
  const root = formatPointer([...parsePointer(arrayPointer), index]);
  const own = Object.fromEntries(Object.entries(remarks).map(([tail, remark]) => [root + tail, remark]));
  return withRemarks(changed, { ...changed.remarks, ...own });
}

/** The remarks inside a part, by pointer relative to it. */
export function remarksWithin(plan: Plan, pointer: string): Remarks {
  return Object.fromEntries(
    Object.entries(plan.remarks ?? {})
      .filter(([each]) => isWithin(each, pointer))
      .map(([each, remark]) => [each.slice(pointer.length), remark]),
  );
}

function freeName(wanted: string, taken: readonly string[], separator: string): string {
  if (!taken.includes(wanted)) return wanted;
  const stem = wanted.replace(new RegExp(`${separator}\\d+$`), '');
  for (let number = 2; ; number += 1) {
    const name = `${stem}${separator}${number}`;
    if (!taken.includes(name)) return name;
  }
}

/** A key that no configuration of the plan has, made from a name. */
export function freeKey(plan: Plan, name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 70)
    .replace(/-+$/, '');
  return freeName(
    slug || 'configuration',
    plan.configurations.map((each) => each.key),
    '-',
  );
}

/** Put a copy of a configuration or VM group, with its remarks, behind all others: these keep place and colour. */
export function duplicateElement(
  plan: Plan,
  arrayPointer: '/configurations' | '/workload/groups',
  index: number,
): Plan {
  const pointer = `${arrayPointer}/${index}`;
  const original = getAt(plan, pointer) as { name: string } & Record<string, Json>;
  const siblings = getAt(plan, arrayPointer) as { name: string }[];
  const name = freeName(
    original.name,
    siblings.map((each) => each.name),
    ' ',
  );
  const copy: Record<string, Json> = { ...original, name };
  if (arrayPointer === '/configurations')
    copy.key = freeKey(plan, typeof original.key === 'string' ? original.key : name);
  return insertElement(plan, arrayPointer, siblings.length, copy, remarksWithin(plan, pointer));
}

/** Placeholder for drives that a configuration must have but that are unknown. */
const LEAST = { cache: { disk_groups: 1 }, capacity: { count: 1 } } as const;
const PARTS: Record<Architecture, readonly (keyof typeof LEAST)[]> = {
  osa_all_flash: ['cache', 'capacity'],
  osa_hybrid: ['cache', 'capacity'],
  esa: ['capacity'],
  external_array: [],
};

/** Change a configuration's architecture with what depends on it: its drives or array, and what protects the data on them. */
export function changeArchitecture(plan: Plan, root: string, wanted: Architecture): Plan {
  let next = editField(plan, `${root}/architecture`, wanted);
  for (const part of ['cache', 'capacity'] as const) {
    const pointer = `${root}/${part}`;
    const needed = PARTS[wanted].includes(part);
    if (!needed) next = editField(next, pointer, undefined);
    else if (getAt(next, pointer) === undefined) next = editField(next, pointer, LEAST[part]);
  }
  if (wanted !== 'external_array') next = editField(next, `${root}/array`, undefined);
  return editField(next, `${root}/protection`, undefined);
}
