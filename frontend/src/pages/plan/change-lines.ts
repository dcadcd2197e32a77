import type { Plan } from '@/api/types';
import { changeLine, changeWords } from '@/features/changes/change-words';
import { fieldLabel, fieldText } from '@/features/inputs/labels';
import type { PlanWords } from '@/plan/plan-actions';
import { diffPlans } from '@/plan/plan-diff';

/** What another plan has otherwise, each change in one line, in the words of the form. */
export function changeLines(plan: Plan, other: Plan, textOf?: PlanWords['textOf']): string[] {
  return diffPlans(plan, other).map((change) => {
    const of = change.kind === 'removed' ? plan : other;
    return changeLine(
      changeWords(change, {
        labelOf: (pointer) => fieldLabel(of, pointer),
        textOf: textOf ?? ((pointer, value, options) => fieldText(of, pointer, value, options)),
      }),
    );
  });
}
