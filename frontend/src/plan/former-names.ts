/** Plans of earlier versions, which this browser or a file has kept, with current names: as the server reads them. */
import { isObject, type Json, type JsonObject } from '@/lib/json';

/** Former names of fields and the current ones, by where the fields are. */
export const FORMER_FIELDS: Record<string, Record<string, string>> = {
  '/policy': {
    cache_utilisation_limit: 'write_utilisation_limit',
    sizing_level: 'coverage_level',
  },
  '/policy/holds_with_spares_down': { cache_performance: 'write_performance' },
  '/configurations/*': {
    architecture: 'layout',
    storage: 'storage_stack',
    cache: 'write_tier',
    esa_profile: 'ready_node_profile',
    placement_gap_hosts: 'fragmentation_hosts',
    other_hosts: 'other_host_models',
  },
};

/** Former layouts and the current ones. */
export const FORMER_LAYOUTS: Record<string, string> = {
  osa_all_flash: 'two_tier',
  osa_hybrid: 'hybrid',
  esa: 'single_tier',
  external_array: 'external',
};

const SEGMENTS = new Map(Object.values(FORMER_FIELDS).flatMap((names) => Object.entries(names)));

/** A pointer into a plan with current names. */
export function currentPointer(pointer: string): string {
  return pointer
    .split('/')
    .map((segment) => SEGMENTS.get(segment) ?? segment)
    .join('/');
}

/** A document with current names, whether it is a plan or not. */
export function withCurrentNames(document: Json): Json;
export function withCurrentNames(document: Json | undefined): Json | undefined;
export function withCurrentNames(document: Json | undefined): Json | undefined {
  if (!isObject(document)) return document;
  const { remarks } = document;
  return {
    ...(renamedIn(document, '') as JsonObject),
    ...(isObject(remarks) && { remarks: renamed(remarks, currentPointer) }),
  };
}

function renamedIn(part: Json, at: string): Json {
  if (Array.isArray(part)) return part.map((item) => renamedIn(item, `${at}/*`));
  if (!isObject(part) || !PLACES.has(at)) return part;
  const names = FORMER_FIELDS[at] ?? {};
  const current = renamed(part, (name) => (Object.hasOwn(names, name) ? (names[name] ?? name) : name));
  return Object.fromEntries(
    Object.entries(current).map(([name, value]) => [
      name,
      at === '/configurations/*' && name === 'layout' && typeof value === 'string'
        ? currentLayout(value)
        : renamedIn(value, `${at}/${name}`),
    ]),
  );
}

/** The places that lead to renamed fields. */
const PLACES = new Set(
  Object.keys(FORMER_FIELDS).flatMap((at) =>
    at.split('/').map((_, depth, tokens) => tokens.slice(0, depth + 1).join('/')),
  ),
);

function currentLayout(layout: string): string {
  return Object.hasOwn(FORMER_LAYOUTS, layout) ? (FORMER_LAYOUTS[layout] ?? layout) : layout;
}

/** An object with other keys. One that has both keeps the former one, which whoever reads it then refuses. */
function renamed(object: JsonObject, nameOf: (name: string) => string): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      Object.hasOwn(object, nameOf(name)) ? name : nameOf(name),
      value,
    ]),
  );
}
