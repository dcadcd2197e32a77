import type { ReactNode } from 'react';

import type { Plan } from '@/api/types';
import { usePrevious } from '@/lib/use-previous';

import { Behind } from './behind';
import { DecisionCard } from './decision-card';
import type { DecisionAnswer } from './use-decision';

interface Props {
  plan: Plan;
  answer: DecisionAnswer;
  /** Whether the decision belongs to an earlier state of the plan. */
  stale: boolean;
  /** The same as long as edits count as one: what the decision before is told by. */
  step: unknown;
  /** The hosts that each limit asks for. */
  limits: ReactNode;
  /** The hosts as a picture. */
  racks: ReactNode;
  /** Sizes the plan at a level; without it the level is only shown. */
  onLevel?: (level: number | null) => void;
}

/** The decision, and below it what is behind it. */
export function CardView({ plan, answer, stale, step, limits, racks, onLevel }: Props) {
  const { decision, uncertainty } = answer;
  const previous = usePrevious(decision, stale, step);
  return (
    <>
      <DecisionCard
        answer={answer}
        previous={previous}
        stale={stale}
        level={plan.policy?.coverage_level ?? null}
        onLevel={onLevel}
      />
      {racks}
      {decision && <Behind decision={decision} uncertainty={uncertainty} limits={limits} />}
    </>
  );
}
