/** By what the elements of a plan's lists are known again, as the API's description says of each list of documents. */
export interface PlanList {
  /** What one of its elements is called. */
  element: string;
  /** The fields by which an element is known again; none where elements mean something one after the other only. */
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
