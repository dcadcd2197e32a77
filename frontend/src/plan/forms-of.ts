import type { QuantityName } from '@/api/types';
/** The forms that an API description asks for: `x-hostwise` says of each field of a plan what it is. */
import type { Choice, FieldKind, FieldSpec, Forms, Part } from './form-types';
import type { JsonObject } from '@/lib/json';

const EXTENSION = 'x-hostwise';

/** What a field or a part says of itself; decision 0015 describes it. */
interface Declared {
  part?: true;
  own?: true;
  label?: string;
  control?: FieldKind | 'own';
  unit?: string;
  quantity?: string;
  slider?: { min: number; max: number; step: number };
  choices?: Choice[];
  catalogue?: string;
  placeholder?: string;
  words?: string;
  figure_of?: string;
  group?: string;
  order?: number;
  layouts?: string[];
  by_layout?: true;
  measured?: true;
  stands_in?: QuantityName;
  absent?: object;
  title?: string;
  folded?: string;
  adding?: string;
  beginning?: JsonObject;
  hangs_on?: string;
  hides?: string[];
}

interface Property {
  $ref?: string;
  anyOf?: { $ref?: string; type?: string }[];
  description?: string;
  default?: unknown;
  [EXTENSION]?: Declared;
}

export interface Schema {
  properties?: Record<string, Property>;
  required?: string[];
  [EXTENSION]?: { title?: string; groups?: { key: string; title: string }[] };
}

type Schemas = Record<string, Schema | undefined>;

export function formsOf(schemas: Schemas): Forms {
  const own: Record<string, string> = {};
  const form = (name: string, root = '') => partsOf(schemas, name, { title: '', tail: root }, own);
  return {
    plan: form('Plan'),
    workload: form('Workload', '/workload'),
    burst: form('Burst', '/workload/burst'),
    policy: form('Policy', '/policy'),
    requirements: form('Requirements', '/requirements'),
    economics: form('Economics', '/economics'),
    // Last: their pointers begin at a group, at a configuration, at its network cards of one kind or other hosts of one
    // model, at one rate, price, cost line, event or discount.
    group: partsOf(schemas, 'VmGroup', { title: '', tail: '' }, {}),
    configuration: partsOf(schemas, 'Configuration', { title: '', tail: '' }, {}),
    card: partsOf(schemas, 'NetworkCard', { title: '', tail: '' }, {}),
    model: partsOf(schemas, 'OtherHosts', { title: '', tail: '' }, {}),
    rate: partsOf(schemas, 'ExchangeRate', { title: '', tail: '' }, {}),
    price: partsOf(schemas, 'PartPrice', { title: '', tail: '' }, {}),
    line: partsOf(schemas, 'CostLine', { title: '', tail: '' }, {}),
    event: partsOf(schemas, 'Event', { title: '', tail: '' }, {}),
    discount: partsOf(schemas, 'Discount', { title: '', tail: '' }, {}),
    own,
  };
}

/** The parts of a document's form: its own fields, its parts, its folded groups. */
function partsOf(
  schemas: Schemas,
  name: string,
  head: Omit<Part, 'fields'>,
  own: Record<string, string>,
  from: Declared = {},
): Part[] {
  const schema = schemas[name];
  if (schema?.properties === undefined) throw new Error(`There is no schema ${name}.`);
  const said = schema[EXTENSION] ?? {};
  const main: Part = { ...head, title: head.title || (said.title ?? ''), fields: [] };
  const later: Part[] = [];
  const groups = new Map<string, Part>();
  for (const { key, title } of said.groups ?? []) {
    groups.set(key, { title, tail: '', folded: key.replaceAll('_', '-'), fields: [] });
  }
  const properties = Object.entries(schema.properties)
    .flatMap(([key, property]) => {
      const declared = property[EXTENSION];
      return declared ? [{ key, property, declared }] : [];
    })
    .sort((a, b) => (a.declared.order ?? 0) - (b.declared.order ?? 0));
  for (const { key, property, declared } of properties) {
    if (from.hides?.includes(key)) continue;
    const tail = `${head.tail}/${key}`;
    const target = declared.group === undefined ? main : groups.get(declared.group);
    if (target === undefined) throw new Error(`${name} has no group ${String(declared.group)}.`);
    if (declared.own || declared.control === 'own') {
      const label = declared.title ?? declared.label;
      if (label !== undefined) own[tail] = label;
    } else if (declared.part) {
      const below = partsOf(schemas, documentOf(property), headOf(declared, tail), own, declared);
      if (declared.title === undefined) {
        const [flat, ...rest] = below;
        target.fields.push(...(flat?.fields ?? []));
        if (property.anyOf !== undefined) target.tail = tail;
        later.push(...rest);
      } else later.push(...below);
    } else {
      const field = fieldOf(tail, property, declared, !(schema.required ?? []).includes(key));
      if (from.hangs_on === key) Object.assign(field, { optional: true, whole: head.tail });
      const figures = properties.filter((each) => each.declared.figure_of === key).map((each) => each.key);
      if (figures.length > 0) field.figures = figures;
      target.fields.push(field);
    }
  }
  return [main, ...later, ...groups.values()].filter((part) => part.fields.length > 0);
}

function headOf(declared: Declared, tail: string): Omit<Part, 'fields'> {
  const { title = '', folded, adding, beginning = {}, layouts } = declared;
  return {
    title,
    tail,
    ...(folded !== undefined && { folded: folded.replaceAll('_', '-') }),
    ...(adding !== undefined && { adding: { label: adding, value: beginning } }),
    ...(layouts && { layouts }),
    ...(layouts && declared.beginning && { beginning }),
  };
}

function fieldOf(tail: string, property: Property, declared: Declared, optional: boolean): FieldSpec {
  const { label = '', choices, catalogue, placeholder, words, unit, layouts, slider } = declared;
  const byLayout = declared.by_layout;
  const kind = (choices ? 'choice' : declared.control) as FieldKind;
  // What stands in for an absent figure is an input of the result; for what is picked nothing else says so.
  const unseen = declared.quantity === undefined && (kind === 'catalogue' || kind === 'choice');
  return {
    tail,
    label,
    kind,
    ...(unit !== undefined && { unit }),
    ...(property.description !== undefined && { help: property.description }),
    ...(slider && { slider: kind === 'share' ? inPercent(slider) : slider }),
    ...(choices && { choices }),
    ...(catalogue !== undefined && { catalogue }),
    ...(placeholder !== undefined && { placeholder }),
    ...(words !== undefined && { words }),
    ...(layouts && { layouts }),
    ...(byLayout && { byLayout }),
    ...(declared.measured && { measured: declared.measured }),
    ...(declared.stands_in !== undefined && { standsIn: declared.stands_in }),
    ...(property.default !== undefined && { fallback: property.default }),
    ...(declared.absent && unseen && { absent: 'assumed' as const }),
    optional,
  };
}

/** The name of the document that a field holds. */
function documentOf(property: Property): string {
  const ref = property.$ref ?? property.anyOf?.find((each) => each.$ref !== undefined)?.$ref;
  if (ref === undefined) throw new Error('A part of the plan is no document.');
  return ref.slice(ref.lastIndexOf('/') + 1);
}

function inPercent({ min, max, step }: { min: number; max: number; step: number }) {
  const percent = (share: number) => Math.round(share * 1e8) / 1e6;
  return { min: percent(min), max: percent(max), step: percent(step) };
}
