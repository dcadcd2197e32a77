/** A plan as a file: written as it stands, its own models included, and read back without being believed. */
import type { FieldProblem, Plan } from '@/api/types';
import { isObject, type Json, withoutNulls } from '@/lib/json';
import { slugOf } from '@/lib/slug';
import { today } from '@/lib/today';
import { withCurrentNames } from '@/plan/former-names';
import { deleteAt } from '@/plan/json-pointer';
import { canBeOpened } from '@/plan/openable';

export type FileReading = { document: Json; scenarios: readonly FileScenario[] } | { problem: string };

/** A scenario in a file: a variant of the plan, under a name of its own. */
export interface FileScenario {
  name: string;
  plan: Plan;
}

/** Larger than any plan that the API takes. */
const MOST_CHARACTERS = 8_000_000;

/** A plan with scenarios has them beside it; otherwise the file is the plan alone. */
export function planFileText(plan: Plan, scenarios: readonly FileScenario[] = []): string {
  const content =
    scenarios.length === 0
      ? plan
      : { plan, scenarios: scenarios.map((each) => ({ name: each.name, plan: each.plan })) };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** Which state of a plan a file holds: a saved revision, or what is not saved. */
export interface FileState {
  /** Null where the plan is not saved as it stands. */
  revision: number | null;
  scenarios?: readonly FileScenario[];
}

/** The plan as a file to save. Its name says the revision, or that it is not saved, and the date. */
export function planFile(
  plan: Plan,
  { revision, scenarios = [] }: FileState,
  date: string = today(),
): { name: string; content: Blob } {
  const state = revision === null ? 'unsaved' : `r${String(revision)}`;
  return {
    name: planFileName(plan.name, `${state}-${date}`),
    content: new Blob([planFileText(plan, scenarios)], { type: 'application/json' }),
  };
}

export function planFileName(name: string, state: string): string {
  return `${slugOf(name, 80) || 'plan'}-${state}.hostwise.json`;
}

/** The document in a file's text, with current names. A plan as the API keeps it, with id and revision around it, and one with its scenarios count as well. */
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
  if (isObject(inner) && ('revision' in document || 'scenarios' in document))
    return { document: withCurrentNames(inner), scenarios: scenariosIn(document.scenarios) };
  return { document: withCurrentNames(document), scenarios: [] };
}

/** The scenarios that this version can open. */
function scenariosIn(list: Json | undefined): FileScenario[] {
  return (Array.isArray(list) ? list : []).flatMap((each) => {
    if (!isObject(each) || typeof each.name !== 'string') return [];
    const plan = withCurrentNames(each.plan ?? null);
    return canBeOpened(plan) ? [{ name: each.name, plan: withoutNulls(plan) as unknown as Plan }] : [];
  });
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
