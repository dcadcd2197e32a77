/** The description of the API as the page reads it: its operations, and words for the types of their values. */

export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Content {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

export interface Operation {
  tags: string[];
  summary: string;
  description: string;
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Content> };
  responses: Record<string, { description: string; content?: Record<string, Content> }>;
  security?: object[];
  'x-token-scope'?: string;
}

export interface Description {
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** An operation as the list shows it. */
export interface Listed {
  tag: string;
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
}

/** What the page shows before an operation is opened. */
export interface Overview {
  info: Description['info'];
  operations: Listed[];
}

export function overviewOf({ info, paths }: Description): Overview {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { tags, operationId, summary, description }]) => ({
      tag: tags[0] ?? 'other',
      id: operationId,
      method: method.toUpperCase(),
      path,
      summary,
      description,
    })),
  );
  return { info, operations };
}

/** The operations of each tag, in the order of the description. */
export function byTag(operations: readonly Listed[]): [string, Listed[]][] {
  const groups = new Map<string, Listed[]>();
  for (const each of operations) groups.set(each.tag, [...(groups.get(each.tag) ?? []), each]);
  return [...groups];
}

/** The place of a tag, or of one of its operations, in the address: those of earlier versions lead there, too. */
export const placeOf = (tag: string, id?: string): string =>
  ['', tag.replaceAll(' ', '_'), ...(id === undefined ? [] : [id])].join('/');

const nameOf = (ref: string) => ref.replace(/^.*\//, '');

export function resolved(description: Description, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  return description.components.schemas[nameOf(schema.$ref)] ?? {};
}

/** What a value is, in a few words. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  if (typeof schema.additionalProperties === 'object') return `map to ${typeOf(schema.additionalProperties)}`;
  if (schema.type === undefined) return schema.enum || schema.const !== undefined ? 'value' : 'any value';
  return schema.format === undefined ? schema.type : `${schema.type} (${schema.format})`;
}

/** Longer ones list the control characters that no text may have. */
const MOST_PATTERN = 40;

/** Which values are allowed, as far as the schema says, each in a few words. */
export function limitsOf(description: Description, schema: Schema): string[] {
  const parts = [schema, ...(schema.anyOf ?? [])].map((each) => resolved(description, each));
  const said = parts.flatMap((each) => [
    each.enum && `one of ${each.enum.map(String).join(', ')}`,
    each.const !== undefined && `always ${JSON.stringify(each.const)}`,
    each.minimum !== undefined && `at least ${String(each.minimum)}`,
    each.exclusiveMinimum !== undefined && `more than ${String(each.exclusiveMinimum)}`,
    each.maximum !== undefined && `at most ${String(each.maximum)}`,
    each.minLength !== undefined &&
      (each.minLength === 1 ? 'not empty' : `at least ${String(each.minLength)} characters`),
    each.maxLength !== undefined && `at most ${String(each.maxLength)} characters`,
    each.minItems !== undefined && `at least ${String(each.minItems)} items`,
    each.maxItems !== undefined && `at most ${String(each.maxItems)} items`,
    each.pattern !== undefined && each.pattern.length <= MOST_PATTERN && `matches ${each.pattern}`,
  ]);
  const standard = schema.default;
  const isSaid = standard !== undefined && standard !== '' && typeof standard !== 'object';
  return [...said, isSaid && `by default ${JSON.stringify(standard)}`].filter(
    (each) => typeof each === 'string',
  );
}

/** The objects that a value may be, or be made of: what has fields of its own. */
export function objectsOf(description: Description, schema: Schema, above: readonly string[] = []): Schema[] {
  const { $ref } = schema;
  if ($ref !== undefined && above.includes($ref)) return [];
  const names = $ref === undefined ? above : [...above, $ref];
  const whole = resolved(description, schema);
  if (whole.properties) return [whole];
  const parts = [...(whole.anyOf ?? []), whole.items, whole.additionalProperties];
  return parts.flatMap((each) => (typeof each === 'object' ? objectsOf(description, each, names) : []));
}

/** A value that begins well: what is given as an example, else the least that is required. */
export function exampleOf(description: Description, schema: Schema, above: readonly string[] = []): unknown {
  const { $ref } = schema;
  if ($ref !== undefined && above.includes($ref)) return {};
  const names = $ref === undefined ? above : [...above, $ref];
  const whole = resolved(description, schema);
  const given = [...(whole.examples ?? []), whole.const, whole.default, ...(whole.enum ?? [])];
  const first = given.find((each) => each !== undefined && each !== null);
  if (first !== undefined) return first;
  const inner = (each: Schema) => exampleOf(description, each, names);
  if (whole.anyOf) return inner(whole.anyOf.find((each) => each.type !== 'null') ?? {});
  if (whole.items) return [inner(whole.items)];
  if (whole.properties) {
    const required = Object.entries(whole.properties).filter(([name]) => whole.required?.includes(name));
    return Object.fromEntries(required.map(([name, each]) => [name, inner(each)]));
  }
  if (whole.type === 'string')
    return whole.format === 'uuid' ? '00000000-0000-0000-0000-000000000000' : 'text';
  if (whole.type === 'integer' || whole.type === 'number') return whole.minimum ?? 1;
  if (whole.type === 'boolean') return false;
  return whole.type === 'null' ? null : {};
}

export interface Body {
  type: string;
  schema: Schema;
  /** The text of an example; undefined where the body is a file. */
  example: string | undefined;
}

/** The kinds of answers that have fields, each once: all that goes wrong is answered alike. */
export function answersOf({ responses }: Operation): [string, Schema][] {
  const found = new Map<string, Schema>();
  for (const { content = {} } of Object.values(responses)) {
    for (const [type, { schema }] of Object.entries(content)) {
      if (schema && type.endsWith('json')) found.set(`${typeOf(schema)}, ${type}`, schema);
    }
  }
  return [...found];
}

/** What an operation is sent, where it is sent something. */
export function bodyOf(description: Description, { requestBody }: Operation): Body | undefined {
  const [found] = Object.entries(requestBody?.content ?? {});
  if (!found) return undefined;
  const [type, { schema = {}, example, examples }] = found;
  if (type === 'application/octet-stream') return { type, schema, example: undefined };
  const value = example ?? Object.values(examples ?? {})[0]?.value ?? exampleOf(description, schema);
  return { type, schema, example: typeof value === 'string' ? value : JSON.stringify(value, null, 2) };
}
