import type { ReactNode } from 'react';

import type { Plan, Result } from '@/api/types';
import { usePrevious } from '@/lib/use-previous';

import { Behind } from './behind';
import { DecisionCard } from './decision-card';
import { useCard } from './use-card';

interface Props {
  plan: Plan;
  result: Result | undefined;
  /** Whether the result belongs to an earlier state of the plan. */
  stale: boolean;
  /** The token of the link that the plan is seen by, if any. */
  sharedBy?: string;
  /** The same as long as edits count as one: what the card before is told by. */
  step: unknown;
  /** The hosts that each limit asks for. */
  limits: ReactNode;
  /** The hosts as a picture. */
  racks: ReactNode;
  /** Sizes the plan at a level; without it the level is only shown. */
  onLevel?: (level: number | null) => void;
}

/** The decision card, and below it what is behind it. */
export function CardView({ plan, result, stale, sharedBy, step, limits, racks, onLevel }: Props) {
  const answer = useCard(plan, result, sharedBy);
  const previous = usePrevious(answer.card, stale, step);
  return (
    <>
      <DecisionCard
        answer={answer}
        previous={previous}
        stale={stale}
        level={plan.policy?.sizing_level ?? null}
        onLevel={onLevel}
      />
      {racks}
      {result && (
        <Behind plan={plan} doubt={answer.doubt} stale={answer.sure === undefined} limits={limits} />
      )}
    </>
  );
}
