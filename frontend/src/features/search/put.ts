/** Putting an answer of a search into the plan, as one edit. */
import type { Edit, Hit, Plan } from '@/api/types';
import { parsePointer, formatPointer } from '@/plan/json-pointer';
import { duplicateElement, removeElement, withRemedy } from '@/plan/plan-edits';

/** An option of each choice, in words and as edits of the plan. */
export type Combination = Pick<Hit, 'text' | 'edits'>;

/** In place of the configuration, beside it, or alone as a plan of its own. */
export type Way = 'in place' | 'beside' | 'apart';

/** Where a configuration is in the plan as it is now; -1 where it is no more. */
export function placeOf(plan: Plan, key: string): number {
  return plan.configurations.findIndex((each) => each.key === key);
}

/** The edits of an answer at another place of the plan. */
function movedTo(place: number, edits: readonly Edit[]): Edit[] {
  return edits.map(({ pointer, value }) => {
    const [list = '', , ...field] = parsePointer(pointer);
    return { pointer: formatPointer([list, place, ...field]), value };
  });
}

/** The configuration becomes the answer. */
export function putInPlace(plan: Plan, key: string, edits: readonly Edit[]): Plan {
  const place = placeOf(plan, key);
  return place < 0 ? plan : withRemedy(plan, { label: '', edits: movedTo(place, edits) });
}

/** The answer becomes a configuration of its own, behind all others. */
export function putBeside(plan: Plan, key: string, edits: readonly Edit[]): Plan {
  const place = placeOf(plan, key);
  if (place < 0) return plan;
  const copied = duplicateElement(plan, '/configurations', place);
  return withRemedy(copied, { label: '', edits: movedTo(plan.configurations.length, edits) });
}

/** A plan of the answer alone. */
export function putApart(plan: Plan, key: string, edits: readonly Edit[]): Plan {
  const place = placeOf(plan, key);
  const put = putInPlace(plan, key, edits);
  if (place < 0) return plan;
  return put.configurations.reduceRight<Plan>(
    (left, _, at) => (at === place ? left : removeElement(left, '/configurations', at)),
    put,
  );
}
