/**
 * Edits of a plan document that keep its remarks true: a remark says where a given value comes from, so it goes when
 * the value is changed, and moves along when the array that holds the value grows or shrinks.
 */
import type { Layout, Plan, ValueRange, Remark, Remedy } from '@/api/types';

import type { FieldSpec, Part } from './form-types';
import { isObject, type Json } from '@/lib/json';
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

/** Set a field, or remove it when the value is undefined. A value within its range keeps the range. */
export function editField(plan: Plan, pointer: string, value: Json | undefined): Plan {
  const changed = value === undefined ? deleteAt(plan, pointer) : setAt(plan, pointer, value);
  const range = plan.remarks?.[pointer]?.range;
  const bare = dropRemarks(changed, pointer);
  return range && typeof value === 'number' && range.low <= value && value <= range.high
    ? withRemarks(bare, { ...bare.remarks, [pointer]: { range } })
    : bare;
}

/** The pointer of the range of a value. */
export function rangeOf(pointer: string): string {
  return formatPointer(['remarks', pointer, 'range']);
}

/** The field that a pointer is about; for a range, the field that it belongs to. */
export function fieldOf(pointer: string): string {
  const [part, field, last] = parsePointer(pointer);
  return part === 'remarks' && field !== undefined && last === 'range' ? field : pointer;
}

/** Set the range of a value, or reset it to that of its kind; a value that stood in becomes the plan's own. */
export function setRange(plan: Plan, pointer: string, value: number, range: ValueRange | undefined): Plan {
  const own = getAt(plan, pointer) === value ? plan : editField(plan, pointer, value);
  const { range: _, ...rest } = own.remarks?.[pointer] ?? {};
  const remark = range ? { ...rest, range } : rest;
  if (Object.keys(remark).length > 0) return withRemarks(own, { ...own.remarks, [pointer]: remark });
  return mapRemarks(own, (each) => (each === pointer ? null : each));
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

/** Set a field, or clear it when the value is undefined. */
export function setField(plan: Plan, pointer: string, value: Json | undefined): Plan {
  return value === undefined ? clearField(plan, pointer) : editField(plan, pointer, value);
}

/** The plan after the changes of a remedy, in their order. */
export function withRemedy(plan: Plan, { edits }: Remedy): Plan {
  return edits.reduce(
    (next, { pointer, value }) => setField(next, pointer, (value as Json | null) ?? undefined),
    plan,
  );
}

/** The plan with a part, and the remarks on it, as an earlier plan had them. */
export function restorePart(plan: Plan, earlier: Plan, pointer: string): Plan {
  return getAt(earlier, pointer) === undefined ? plan : copyPart(plan, earlier, pointer, pointer);
}

/** The plan with a part, and the remarks on it, as another plan has them elsewhere, or without it like that one. */
export function copyPart(plan: Plan, source: Plan, from: string, to: string): Plan {
  const own = Object.entries(remarksWithin(source, from)).map(
    ([tail, remark]) => [to + tail, remark] as const,
  );
  const next = setField(plan, to, getAt(source, from));
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

/** The fields of a VM group that were measured on its own VMs and are given, by pointer below the group. */
export function measuredFields(plan: Plan, pointer: string, parts: readonly Part[]): FieldSpec[] {
  return parts
    .flatMap((part) => part.fields)
    .filter((spec) => spec.measured && (getAt(plan, pointer + spec.tail) ?? null) !== null);
}

/**
 * Put a copy of a VM group behind all others, without what was measured on the VMs of the first: size and rules are
 * chosen and hold for the copy, too, but its I/O, disk use and measured operations are those of other VMs. Copied along
 * they would silently double the I/O of the cluster; empty fields are named as missing.
 */
export function duplicateGroup(plan: Plan, index: number, parts: readonly Part[]): Plan {
  const copied = duplicateElement(plan, '/workload/groups', index);
  const root = `/workload/groups/${String(copied.workload.groups.length - 1)}`;
  return measuredFields(copied, root, parts).reduce(
    (next, spec) => editField(next, root + spec.tail, undefined),
    copied,
  );
}

/** What was measured on the VMs of a group taken over by another, remarks too. */
export function takeMeasured(plan: Plan, from: string, to: string, parts: readonly Part[]): Plan {
  return measuredFields(plan, from, parts).reduce(
    (next, { tail }) => copyPart(next, plan, from + tail, to + tail),
    plan,
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

/** Change a configuration's layout with what depends on it: parts that the new one lacks or needs, and values that
 * hold for the old one only. `parts` are those of a configuration's form. */
export function changeLayout(plan: Plan, root: string, wanted: Layout, parts: readonly Part[]): Plan {
  const lacks = ({ layouts }: { layouts?: string[] }) => layouts !== undefined && !layouts.includes(wanted);
  const isGiven = (pointer: string) => (getAt(next, pointer) ?? null) !== null;
  let next = editField(plan, `${root}/layout`, wanted);
  for (const part of parts) {
    const pointer = root + part.tail;
    if (lacks(part)) next = editField(next, pointer, undefined);
    else if (part.beginning && !isGiven(pointer)) next = editField(next, pointer, part.beginning);
    for (const { tail, byLayout, ...field } of part.fields) {
      if ((byLayout || lacks(field)) && isGiven(root + tail)) next = clearField(next, root + tail);
    }
  }
  return next;
}
