import type { QuantityName } from '@/api/types';
/** What a form of the plan is made of; the forms themselves are generated from the API's description. */
import type { JsonObject } from '@/lib/json';

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
  /** Pointer below what the form belongs to. */
  tail: string;
  label: string;
  kind: FieldKind;
  /** Unit beside the control; money has the plan's currency before it. */
  unit?: string;
  /** What the field means, for its tooltip. */
  help?: string;
  /** A range that a slider covers, in the unit of the control (percent for shares). */
  slider?: { min: number; max: number; step: number };
  choices?: Choice[];
  /** Kind of the catalogue's rows that the field picks from. */
  catalogue?: string;
  /** What the control shows where nothing is picked. */
  placeholder?: string;
  /** Other names by which people search for it. */
  words?: string;
  /** Siblings that describe what is picked: they go when another row is picked. */
  figures?: string[];
  /** Layouts that have the field; all, if none is named. */
  layouts?: string[];
  /** Whether a value holds for one layout only, and goes when another is chosen. */
  byLayout?: true;
  /** Whether it is measured on these very VMs: a copy of their group begins without it. */
  measured?: true;
  /** The computed quantity that stands in for the absent field, where no single input does. */
  standsIn?: QuantityName;
  /** Whether the field may be absent; clearing it then removes it. */
  optional?: boolean;
  /** What the API takes where the field is absent, for choices and flags. */
  fallback?: unknown;
  /** What its absence means, where something that is not shown here stands in. */
  absent?: 'assumed';
  /** Pointer, below the owner, of a part that makes no sense without the field, and is removed with it. */
  whole?: string;
}

export interface Part {
  /** Heading; empty for the fields that a form begins with. */
  title: string;
  /** Pointer of the part below its owner. */
  tail: string;
  fields: FieldSpec[];
  /** Rarely needed: folded under this name until it is opened. */
  folded?: string;
  /** A part that may be absent as a whole: what to call adding it, and what it is then. */
  adding?: { label: string; value: JsonObject };
  /** Layouts that have the part; all, if none is named. */
  layouts?: string[];
  /** What the part is to begin with, where its layouts must have it. */
  beginning?: JsonObject;
}

export interface Forms {
  plan: Part[];
  workload: Part[];
  burst: Part[];
  group: Part[];
  policy: Part[];
  requirements: Part[];
  economics: Part[];
  configuration: Part[];
  card: Part[];
  model: Part[];
  rate: Part[];
  price: Part[];
  line: Part[];
  event: Part[];
  discount: Part[];
  /** Labels of what has a component of its own, by pointer. */
  own: Record<string, string>;
}
