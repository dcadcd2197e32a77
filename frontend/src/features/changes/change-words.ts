/** A change of the plan in words. */
import { FORMS } from '@/plan/forms.gen';
import type { Change } from '@/plan/plan-diff';
import { listAt } from '@/plan/plan-lists';
import { type ProvenanceOf, usedInputs } from '@/plan/stand-ins';

import type { PlanWords } from '@/plan/plan-actions';

export interface ChangeWords {
  /** The field; of what was added or removed as a whole, what it is. */
  label: string;
  /** The values of a field, or the name of what came or went. */
  before?: string;
  after?: string;
}

/** What an element of the plan is that was added or removed as a whole. */
function kindOf(pointer: string): string {
  return listAt(pointer.slice(0, pointer.lastIndexOf('/')))?.element ?? 'Part';
}

/** The value that stood in for an absent field, marked as not entered. */
function standIn(result: ProvenanceOf | undefined, pointer: string) {
  const inputs = result ? usedInputs(result, FORMS.configuration) : [];
  return inputs.find((each) => each.pointer === pointer && each.value !== null);
}

/** `earlier` and `now` say where the values of both plans come from: what stood in for absent fields. */
export function changeWords(
  change: Change,
  { labelOf, textOf }: PlanWords,
  earlier?: ProvenanceOf,
  now?: ProvenanceOf,
): ChangeWords {
  const { kind, pointer, beforePointer } = change;
  if (kind === 'added') return { label: kindOf(pointer), after: textOf(pointer, change.after) };
  if (kind === 'removed') return { label: kindOf(pointer), before: textOf(pointer, change.before) };
  const sides = (exact: boolean) => [
    textOf(pointer, change.before, { exact, used: standIn(earlier, beforePointer) }),
    textOf(pointer, change.after, { exact, used: standIn(now, pointer) }),
  ];
  const [before, after] = new Set(sides(false)).size > 1 ? sides(false) : sides(true);
  return { label: labelOf(pointer), before, after };
}

/** The same as one line of text. */
export function changeLine({ label, before, after }: ChangeWords): string {
  if (before === undefined) return `${label} added: ${after ?? ''}`;
  if (after === undefined) return `${label} removed: ${before}`;
  return `${label} ${before} \u2192 ${after}`;
}
