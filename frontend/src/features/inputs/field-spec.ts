/** What a field of the plan is, apart from its place. */
export type FieldKind =
  | 'number'
  | 'integer'
  | 'share'
  | 'money'
  | 'text'
  | 'paragraph'
  | 'choice'
  | 'flag'
  | 'catalogue'
  | 'opm_model';

export interface Choice {
  value: string;
  label: string;
}

export interface FieldSpec {
  /** Pointer below the part that the field belongs to. */
  tail: string;
  label: string;
  kind: FieldKind;
  /** Unit beside the control; money takes the plan's currency, shares percent. */
  unit?: string;
  /** What the field means, for its tooltip. */
  help?: string;
  /** A range that a slider covers, in the unit of the control (percent for shares). */
  slider?: { min: number; max: number; step: number };
  choices?: Choice[];
  /** Whether the field may be absent; clearing it then removes it. */
  optional?: boolean;
  /** What the API takes where the field is absent, for choices and flags. */
  fallback?: unknown;
  /** What its absence means, where something that is not shown here stands in. */
  absent?: 'assumed';
  /** Pointer below the owner of what makes no sense without the field, and goes with it. */
  whole?: string;
}

interface Described {
  properties: object;
  required?: readonly string[];
}

interface Property {
  description?: string;
  default?: unknown;
}

function property(schema: Described, name: string): Property | undefined {
  return (schema.properties as Record<string, Property | undefined>)[name];
}

type Details = Partial<Omit<FieldSpec, 'tail' | 'label' | 'kind'>>;
export type Entry = [name: string, label: string, kind: FieldKind, details?: Details];

/** Field specs from a short list; meaning and whether a field may be absent come from the API's own schema. */
export function specs(schema: Described, prefix: string, entries: readonly Entry[]): FieldSpec[] {
  return entries.map(([name, label, kind, details]) => ({
    tail: `${prefix}/${name}`,
    label,
    kind,
    help: property(schema, name)?.description,
    fallback: property(schema, name)?.default,
    optional: !(schema.required ?? []).includes(name),
    ...details,
  }));
}
