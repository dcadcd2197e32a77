import type { Plan } from '@/api/types';
import { usePrevious } from '@/lib/use-previous';

import { DecisionCard } from './decision-card';
import type { DecisionAnswer } from './use-decision';

interface Props {
  plan: Plan;
  answer: DecisionAnswer;
  /** Whether the decision belongs to an earlier state of the plan. */
  stale: boolean;
  /** The same as long as edits count as one: what the decision before is told by. */
  step: unknown;
  /** Sizes the plan at a level; without it the level is only shown. */
  onLevel?: (level: number | null) => void;
}

/** The decision, with what it was before the last edit. */
export function CardView({ plan, answer, stale, step, onLevel }: Props) {
  const previous = usePrevious(answer.decision, stale, step);
  return (
    <DecisionCard
      answer={answer}
      previous={previous}
      stale={stale}
      level={plan.policy?.coverage_level ?? null}
      onLevel={onLevel}
    />
  );
}
