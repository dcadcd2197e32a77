/** The identity of elements of a plan's lists, as the API's description declares it for each list of documents. */
export interface PlanList {
  /** The name of one of its elements. */
  element: string;
  /** The fields that identify an element; none where elements only have a meaning in their order. */
  identity: string[];
  /** Whether no two elements may share them. */
  unique?: true;
}

interface Property {
  $ref?: string;
  anyOf?: Property[];
  items?: Property;
  'x-hostwise'?: { element?: string; identity?: string[]; unique?: true; in_order?: true };
}

export interface ListSchema {
  properties?: Record<string, Property>;
}

type Schemas = Record<string, ListSchema | undefined>;

/** The lists by their pointers, in which any element is written as `*`. */
export function listsOf(schemas: Schemas): Record<string, PlanList> {
  return Object.fromEntries(listsIn(schemas, 'Plan', ''));
}

function listsIn(schemas: Schemas, name: string, root: string): [string, PlanList][] {
  return Object.entries(schemas[name]?.properties ?? {}).flatMap(([key, property]) => {
    const { element, identity = [], unique, in_order: inOrder } = property['x-hostwise'] ?? {};
    const pointer = `${root}/${key}`;
    return [property, ...(property.anyOf ?? [])].flatMap((kind): [string, PlanList][] => {
      if (kind.$ref !== undefined) return listsIn(schemas, named(kind.$ref), pointer);
      if (kind.items?.$ref === undefined || schemas[named(kind.items.$ref)]?.properties === undefined)
        return [];
      if (element === undefined || identity.length > 0 === (inOrder ?? false))
        throw new Error(`${pointer} does not say by what its elements are known again.`);
      return [
        [pointer, { element, identity, ...(unique && { unique }) }],
        ...listsIn(schemas, named(kind.items.$ref), `${pointer}/*`),
      ];
    });
  });
}

function named(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}
