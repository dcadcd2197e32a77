/** What a search is asked, as a person puts it together. */
import type {
  CatalogueColumn,
  FieldProblem,
  LimitOffered,
  Plan,
  RowFilter,
  Search,
  SearchChoice,
  SearchLimit,
} from '@/api/types';
import { parseNumber } from '@/lib/parse-number';
import { fromPercent } from '@/lib/percent';
import { FORMS } from '@/plan/forms.gen';
import type { FieldSpec } from '@/plan/form-types';

export interface Question {
  /** What may differ; the usual choices of the configuration without it. */
  choices?: readonly SearchChoice[] | undefined;
  limits: readonly SearchLimit[];
  /** What else is asked, by field of the search. */
  kept?: Readonly<Record<string, KeptTo>>;
  /** Share of the cost within which answers count as equally good. */
  within: number;
  /** In how many simulations the best are tested; in none without it. */
  simulations?: SearchSimulations;
}

export type KeptTo = number | boolean | readonly string[];

export type SearchSimulations = NonNullable<Search['simulations']>;

export const FIRST_QUESTION: Question = { limits: [], within: 0.03 };

/** A question about a configuration of a plan, as that was when it was asked. */
export interface Asked {
  plan: Plan;
  configuration: string;
  question: Question;
  /** How many combinations that is. */
  combinations: number;
}

/** The question as the API takes it. */
export function askedOf({
  plan,
  configuration,
  question: { choices, limits, kept, within, simulations },
}: Omit<Asked, 'combinations'>): Search {
  return {
    ...(kept as Partial<Search>),
    plan,
    configuration,
    ...(choices && { choices: [...choices] }),
    limits: [...limits],
    within,
    ...(simulations && { simulations }),
  };
}

/** The value of a limit, if it is set. */
export function limitAt({ limits }: Question, { quantity, end }: LimitOffered): number | undefined {
  return limits.find((each) => each.quantity === quantity)?.[end] ?? undefined;
}

/** The question with a limit set, or without it. */
export function withLimit(
  question: Question,
  { quantity, end }: LimitOffered,
  value: number | undefined,
): Question {
  const others = question.limits.filter((each) => each.quantity !== quantity);
  return { ...question, limits: value === undefined ? others : [...others, { quantity, [end]: value }] };
}

/** The question with a field set, or without it: nothing is asked by no, and by no names. */
export function withKept(question: Question, field: string, value: KeptTo | undefined): Question {
  const others = Object.entries(question.kept ?? {}).filter(([each]) => each !== field);
  const asked = value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
  return { ...question, kept: Object.fromEntries(asked ? [...others, [field, value]] : others) };
}

/** What is wrong at a place of the question, or below it. */
export function problemsAt(problems: readonly FieldProblem[], pointer: string): string | undefined {
  const found = problems.filter((each) => each.pointer === pointer || each.pointer.startsWith(`${pointer}/`));
  return found.length === 0 ? undefined : found.map((each) => each.message).join(' ');
}

export interface FieldGroup {
  group: string;
  items: { value: string; label: string }[];
}

const KINDS = new Set<FieldSpec['kind']>([
  'number',
  'integer',
  'share',
  'money',
  'choice',
  'flag',
  'catalogue',
]);

/** The fields of a configuration that can vary and do not yet, by part. */
export function fieldsToVary(layout: string, varied: readonly string[]): FieldGroup[] {
  const has = ({ layouts }: { layouts?: string[] }) => layouts?.includes(layout) ?? true;
  const open = (spec: FieldSpec) =>
    KINDS.has(spec.kind) && spec.kind !== 'money' && has(spec) && !varied.includes(spec.tail);
  return FORMS.configuration.filter(has).flatMap((part) => {
    const items = part.fields.filter(open).map(({ tail, label }) => ({ value: tail, label }));
    return items.length === 0 ? [] : [{ group: part.title || 'Configuration', items }];
  });
}

export function specOf(tail: string | null): FieldSpec | undefined {
  return FORMS.configuration.flatMap((part) => part.fields).find((spec) => spec.tail === tail);
}

/** The choices with that of a platform: it takes the place of those whose fields it sets, such as the protection. */
export function withPlatforms(choices: readonly SearchChoice[], platforms: SearchChoice): SearchChoice[] {
  const fields = variedBy(platforms);
  return [platforms, ...choices.filter((each) => !variedBy(each).some((field) => fields.includes(field)))];
}

/** The fields that a choice sets. */
export function variedBy(choice: SearchChoice): string[] {
  return choice.field == null
    ? (choice.options ?? []).flatMap((option) => Object.keys(option.edits))
    : [choice.field];
}

/** Values that were typed between semicolons; shares as percent. */
export function valuesOf(text: string, kind: FieldSpec['kind']): { values: number[]; problem?: string } {
  const values: number[] = [];
  for (const each of text.split(';')) {
    if (each.trim() === '') continue;
    const parsed = parseNumber(each, kind === 'integer');
    if ('problem' in parsed) return { values: [], problem: `${each.trim()}: ${parsed.problem}` };
    const value = kind === 'share' ? fromPercent(parsed.number) : parsed.number;
    if (!values.includes(value)) values.push(value);
  }
  return { values };
}

/** What the controls of a table of the catalogue ask for, by key of the column. */
export type Conditions = Record<string, string | { min?: number; max?: number } | true>;

/** The same as filters of a search. */
export function filtersOf(where: Conditions, columns: readonly CatalogueColumn[]): RowFilter[] {
  return columns.flatMap(({ key }): RowFilter[] => {
    const condition = where[key];
    if (condition === undefined) return [];
    if (condition === true) return [{ column: key, known: true }];
    if (typeof condition === 'string') return [{ column: key, texts: [condition] }];
    const { min, max } = condition;
    return [{ column: key, ...(min !== undefined && { low: min }), ...(max !== undefined && { high: max }) }];
  });
}
