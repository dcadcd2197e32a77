/** A plan as a file: written as it stands, its own models included, and read back without being believed. */
import type { FieldProblem, Plan } from '@/api/types';
import { isObject, type Json, withoutNulls } from '@/lib/json';
import { deleteAt } from '@/plan/json-pointer';

export type FileReading = { document: Json } | { problem: string };

/** Larger than any plan that the API takes. */
const MOST_CHARACTERS = 8_000_000;

export function planFileText(plan: Plan): string {
  return `${JSON.stringify(plan, null, 2)}\n`;
}

/** The plan as a file to save. */
export function planFile(plan: Plan): { name: string; content: Blob } {
  return {
    name: planFileName(plan.name),
    content: new Blob([planFileText(plan)], { type: 'application/json' }),
  };
}

export function planFileName(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);
  return `${slug || 'plan'}.hostwise.json`;
}

/** The document in a file's text. A plan as the API keeps it, with id and revision around it, counts as well. */
export function readPlanFile(text: string): FileReading {
  if (text.length > MOST_CHARACTERS) return { problem: 'The file is larger than any plan.' };
  let document: Json;
  try {
    document = JSON.parse(text.replace(/^\ufeff/, '')) as Json;
  } catch (error) {
    const where = error instanceof Error ? ` ${error.message}.` : '';
    return { problem: `The file is not JSON.${where}` };
  }
  if (!isObject(document)) return { problem: 'The file is JSON but not a plan: a plan is an object.' };
  const inner = document.plan;
  if (isObject(inner) && 'revision' in document) return { document: inner };
  return { document };
}

/** Fields that the API does not know: no field of the page could correct them. */
export function unknownFields(problems: readonly FieldProblem[]): FieldProblem[] {
  return problems.filter((each) => each.code === 'extra_forbidden');
}

/** The document as the page edits it: without nulls, and without the fields that nobody knows. */
export function openable(document: Json, problems: readonly FieldProblem[]): Plan {
  // From the end, so that a removed element of a list moves none that is still to be removed.
  const pointers = unknownFields(problems)
    .map((each) => each.pointer)
    .reverse();
  const kept = pointers.reduce((each, pointer) => deleteAt(each, pointer), document);
  return withoutNulls(kept) as unknown as Plan;
}
