import { FORMS } from '@/plan/forms.gen';
import type { Configuration, Input, Plan, ValueRange } from '@/api/types';
import type { FieldSpec, Part } from '@/plan/form-types';
import { getAt, parsePointer } from '@/plan/json-pointer';
import { layoutOf } from '@/plan/layout';
import { isObject, type JsonObject } from '@/lib/json';
import { fieldOf } from '@/plan/plan-edits';
import { listAt } from '@/plan/plan-lists';
import { formatFull, formatJson, formatListed } from '@/lib/format';
import { toPercent } from '@/lib/percent';

import { fieldsOf } from './forms';

/** A label behind another word: small, unless it begins with capitals of its own. */
function small(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

/** Labels by pointer: of what stands under a heading with that heading, unless it names it already. */
function labelsOf(parts: readonly Part[]): [string, string][] {
  return parts.flatMap((part) => {
    const named = part.tail !== '' && part.title !== '';
    const own: [string, string][] = part.tail !== '' && part.title !== '' ? [[part.tail, part.title]] : [];
    return [
      ...own,
      ...part.fields.map((spec): [string, string] => [
        spec.tail,
        !named || spec.label.toLowerCase().includes(part.title.toLowerCase())
          ? spec.label
          : `${part.title}: ${small(spec.label)}`,
      ]),
    ];
  });
}

const PLAN_PARTS = [...FORMS.workload, ...FORMS.burst, ...FORMS.policy, ...FORMS.economics, ...FORMS.plan];
const PLAN_LABELS = new Map([...labelsOf(PLAN_PARTS), ...Object.entries(FORMS.own)]);
const GROUP_LABELS = new Map(labelsOf(FORMS.group));
const CONFIGURATION_LABELS = new Map(labelsOf(FORMS.configuration));

/** The label of a stretch of the load profile. */
function stretchLabel(pointer: string): string | undefined {
  const [, index, field] = /^\/workload\/burst\/profile\/(\d+)(?:\/(\w+))?$/.exec(pointer) ?? [];
  if (index === undefined) return undefined;
  const name =
    field === 'minutes'
      ? ' minutes'
      : field === 'peak_share'
        ? ' load'
        : field === 'to_peak_share'
          ? ' load at its end'
          : '';
  return `Load profile, phase ${String(Number(index) + 1)}${name}`;
}

interface PartsList {
  /** Pointer of the list, in the plan or in what owns it. */
  at: string;
  /** What its parts are called, each by its place. */
  one: string;
  /** What the list is called, where the form does not say so. */
  all?: string;
  parts: readonly Part[];
}

/** The lists whose parts have no name of their own. */
const LISTS = (
  [
    { at: '/workload/events', one: 'Event', parts: FORMS.event },
    { at: '/economics/exchange_rates', one: 'Exchange rate', parts: FORMS.rate },
    { at: '/economics/discounts', one: 'Discount', all: 'Discounts of vendors', parts: FORMS.discount },
    { at: '/cost_lines', one: 'Cost line', all: 'Cost lines', parts: FORMS.line },
    { at: '/other_host_models', one: 'Host model', all: 'Hosts of other models', parts: FORMS.model },
    { at: '/network/cards', one: 'Network cards', all: 'Network cards', parts: FORMS.card },
  ] satisfies PartsList[]
).map((list: PartsList) => ({
  ...list,
  labels: new Map(labelsOf(list.parts)),
  part: new RegExp(`^${list.at}/(\\d+)(/\\w+)?$`),
}));

/** The label of a list, of a part of one, or of a field of a part; the tail is that of what owns the list. */
function listLabel(tail: string): string | undefined {
  if (tail.startsWith('/confirmed_none')) return 'Costs nothing';
  for (const { at, one, all, labels, part } of LISTS) {
    if (tail === at) return all;
    const [, index, field] = part.exec(tail) ?? [];
    if (index === undefined) continue;
    const name = `${one} ${String(Number(index) + 1)}`;
    const label = field === undefined ? undefined : labels.get(field);
    return label === undefined ? name : `${name}: ${small(label)}`;
  }
  return undefined;
}

const PRICE_LABELS = new Map(labelsOf(FORMS.price));

/** The label of a price, or of a field of it, by the part whose price it is. */
function priceLabel(plan: Plan, pointer: string): string | undefined {
  const [, root, field] = /^(\/economics\/prices\/\d+)(\/\w+)?/.exec(pointer) ?? [];
  const part = root === undefined ? undefined : getAt(plan, `${root}/part`);
  if (typeof part !== 'string') return undefined;
  const label = field === undefined || field === '/price' ? undefined : PRICE_LABELS.get(field);
  return label === undefined ? `Price of ${part}` : `Price of ${part}: ${small(label)}`;
}

/** The label of an own operations model, or of something in it. */
function modelLabel(plan: Plan, pointer: string): string | undefined {
  const [, root, point, field = ''] =
    /^(\/opm_models\/\d+)(?:\/points\/(\d+))?(?:\/(\w+))?$/.exec(pointer) ?? [];
  const name = root === undefined ? undefined : getAt(plan, `${root}/name`);
  if (typeof name !== 'string') return undefined;
  const place = point === undefined ? '' : `point ${String(Number(point) + 1)}`;
  const inside = [place, field.replaceAll('_', ' ')].filter(Boolean).join(', ');
  return inside === '' ? name : `${name}: ${inside}`;
}

/** The label of a field, with the group or configuration that it belongs to. */
export function fieldLabel(plan: Plan, pointer: string, ownerKnown = false): string {
  const field = fieldOf(pointer);
  if (field !== pointer) return `Range of ${small(fieldLabel(plan, field, ownerKnown))}`;
  const own =
    (pointer.startsWith('/economics/') ? listLabel(pointer.slice('/economics'.length)) : undefined) ??
    PLAN_LABELS.get(pointer) ??
    stretchLabel(pointer) ??
    listLabel(pointer) ??
    priceLabel(plan, pointer) ??
    modelLabel(plan, pointer);
  if (own) return own;
  const tokens = parsePointer(pointer);
  const [depth, labels] = pointer.startsWith('/workload/groups/')
    ? [3, (tail: string) => GROUP_LABELS.get(tail)]
    : pointer.startsWith('/configurations/')
      ? [2, (tail: string) => CONFIGURATION_LABELS.get(tail)]
      : [0, null];
  if (labels === null) return tokens.join(' ').replaceAll('_', ' ');
  const root = `/${tokens.slice(0, depth).join('/')}`;
  const name = getAt(plan, `${root}/name`);
  const owner = typeof name === 'string' ? name : root;
  const tail = pointer.slice(root.length);
  if (tail === '') return owner;
  const label = listLabel(tail) ?? labels(tail) ?? tail.slice(1).replaceAll('/', ' ').replaceAll('_', ' ');
  const obvious = depth === 3 ? plan.workload.groups.length === 1 : ownerKnown;
  return obvious ? label : `${label} (${owner})`;
}

const byTail = (parts: readonly Part[]) => new Map(fieldsOf(parts).map((spec) => [spec.tail, spec]));
const SPECS = byTail(PLAN_PARTS);
const GROUP_SPECS = byTail(FORMS.group);
const CONFIGURATION_SPECS = byTail(FORMS.configuration);
const LIST_SPECS = LISTS.map(({ at, parts }) => ({
  part: new RegExp(`^(?:/economics|/configurations/\\d+)?${at}/\\d+`),
  specs: byTail(parts),
}));
// A price is of a part that may be in any list of the catalogue, so that no list has all labels.
const PRICE_SPECS = byTail(
  FORMS.price.map((part) => ({ ...part, fields: part.fields.map(({ catalogue: _, ...spec }) => spec) })),
);
const PRICE = /^\/economics\/prices\/\d+/;

export function specAt(pointer: string): FieldSpec | undefined {
  if (pointer.startsWith('/workload/groups/'))
    return GROUP_SPECS.get(pointer.replace(/^\/workload\/groups\/\d+/, ''));
  if (PRICE.test(pointer)) return PRICE_SPECS.get(pointer.replace(PRICE, ''));
  const list = LIST_SPECS.find(({ part }) => part.test(pointer));
  if (list) return list.specs.get(pointer.replace(list.part, ''));
  if (pointer.startsWith('/configurations/'))
    return CONFIGURATION_SPECS.get(pointer.replace(/^\/configurations\/\d+/, ''));
  return SPECS.get(pointer);
}

/** The label of a row of the catalogue, or of a measured operations model, where it is known. */
export type NameOf = (kind: string, key: string) => string | undefined;

/** The kinds of rows that some fields pick from. */
export function kindsAt(pointers: readonly string[]): string[] {
  const specs = pointers.map(specAt);
  return [
    ...new Set(specs.flatMap((spec) => (spec?.kind === 'opm_model' ? spec.kind : (spec?.catalogue ?? [])))),
  ];
}

/** The value of a field as its control would show it. */
export function fieldText(
  plan: Plan,
  pointer: string,
  value: unknown,
  { exact = false, used, nameOf }: { exact?: boolean; used?: Input; nameOf?: NameOf } = {},
): string {
  const field = fieldOf(pointer);
  if (field !== pointer) return rangeText(plan, field, value);
  const spec = specAt(pointer);
  if (isObject(value)) return elementText(plan, pointer, value);
  if (!spec || value === null) return formatJson(value);
  if (value === undefined) return absentText(plan, pointer, spec, used, nameOf);
  if (typeof value === 'number') {
    const write = exact ? formatFull : formatListed;
    if (spec.kind === 'share') return `${write(toPercent(value))} ${spec.unit ?? '%'}`;
    const unit = spec.kind === 'money' ? `${currencyAt(plan, pointer)}${spec.unit ?? ''}` : (spec.unit ?? '');
    return `${write(value)} ${unit}`.trim();
  }
  if (typeof value === 'string' && (spec.catalogue !== undefined || spec.kind === 'opm_model'))
    return nameOf?.(spec.catalogue ?? spec.kind, value) ?? value;
  return spec.choices?.find((choice) => choice.value === value)?.label ?? formatJson(value);
}

/** What an element of a list is called: its name, or that by which it is known again. */
function elementText(plan: Plan, pointer: string, element: JsonObject): string {
  const list = listAt(pointer.slice(0, pointer.lastIndexOf('/')));
  if (typeof element.name === 'string' || list === undefined) return formatJson(element);
  const known = list.identity.flatMap((field) => {
    const value = element[field];
    return value === undefined || typeof value === 'boolean'
      ? []
      : [fieldText(plan, `${pointer}/${field}`, value)];
  });
  return known.join(', ') || formatJson(element);
}

/** The currency of an amount: a price has its own. */
function currencyAt(plan: Plan, pointer: string): string {
  const [root] = PRICE.exec(pointer) ?? [];
  const own = root === undefined ? undefined : getAt(plan, `${root}/currency`);
  return typeof own === 'string' ? own : (plan.economics?.currency ?? '');
}

function rangeText(plan: Plan, field: string, value: unknown): string {
  if (!isObject(value)) return 'none';
  const { low, high } = value as ValueRange;
  return `${fieldText(plan, field, low)} to ${fieldText(plan, field, high)}`;
}

const NUMERIC = new Set(['number', 'integer', 'share', 'money']);

/** How a value that nobody entered is called; one that the plan holds is the default. */
const STOOD_IN: Partial<Record<Input['status'], string>> = {
  given: 'default',
  convention: 'follows',
  catalogue: 'from the catalogue',
  evidence: 'measured',
};

/** What stood in for an absent field: the value that was used, in the unit in which it was used. */
function absentText(
  plan: Plan,
  pointer: string,
  spec: FieldSpec,
  used: Input | undefined,
  nameOf: NameOf | undefined,
): string {
  if (spec.fallback !== undefined && !NUMERIC.has(spec.kind))
    return `${fieldText(plan, pointer, spec.fallback, { nameOf })} (default)`;
  if (spec.tail === '/layout') {
    const configuration = getAt(plan, pointer.slice(0, -spec.tail.length)) as Configuration | undefined;
    return `${fieldText(plan, pointer, layoutOf({ ...configuration, layout: undefined }))} (follows)`;
  }
  // Of what is picked only the figures are inputs: none of them is what stood in this field.
  if (!NUMERIC.has(spec.kind))
    return spec.placeholder ?? (spec.kind === 'catalogue' ? 'own figures' : 'none');
  if (used?.value === null || used?.value === undefined) return spec.placeholder ?? 'none';
  const size = /[KMGT]i?B/;
  const ownUnit = spec.kind === 'share' || !size.test(spec.unit ?? '') || used.unit === spec.unit;
  const text = ownUnit
    ? fieldText(plan, pointer, used.value)
    : `${formatListed(used.value)} ${used.unit}`.trim();
  return `${text} (${STOOD_IN[used.status] ?? used.status})`;
}
