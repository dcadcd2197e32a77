import { FEW, hasFirstPicture, uncertaintyQuery } from '@/api/uncertainty';
import type { Decision, Uncertainty, Plan, Result } from '@/api/types';
import { knownReference } from '@/plan/known-reference';
import { useDebouncedAnswer, useSettledAnswer } from '@/plan/use-settled-answer';

export interface DecisionAnswer {
  /** The decision to show: as sized at once, then from a first picture of few simulations, then from all. */
  decision: Decision | undefined;
  /** The newest uncertainty, of this plan or of the one before. */
  uncertainty: Uncertainty | undefined;
  /** Whether all simulations are still to come. */
  pending: boolean;
  error: Error | null;
}

interface Asked {
  /** The configuration that differences refer to, where that is not the first. */
  reference: string | undefined;
  /** The token of the link that the plan is seen by, if any. */
  sharedBy?: string;
}

/** The decision on a plan: that of its result, until simulations of the same plan and reference are done. */
export function useDecision(
  plan: Plan,
  result: Result | undefined,
  { reference, sharedBy }: Asked,
): DecisionAnswer {
  const asked = (each: Plan) => ({ reference: knownReference(each, reference), sharedBy });
  const first = useSettledAnswer(plan, (each) => ({
    ...uncertaintyQuery(each, { ...asked(each), simulations: FEW }),
    enabled: hasFirstPicture(each),
  }));
  // All of them take a core for seconds, which the next edit would have to wait for.
  const all = useDebouncedAnswer(plan, (each) => uncertaintyQuery(each, asked(each)));
  const uncertainty = [all.data, first.data].find((each) => isOf(each, result)) ?? all.data ?? first.data;
  return {
    decision: (isOf(uncertainty, result) ? uncertainty.decision : result?.decision) ?? undefined,
    uncertainty,
    pending: all.stale && all.error === null,
    error: all.stale ? all.error : null,
  };
}

/** Whether simulations are of the same plan and reference as a result. */
function isOf(uncertainty: Uncertainty | undefined, result: Result | undefined): uncertainty is Uncertainty {
  return (
    result !== undefined &&
    uncertainty?.plan_hash === result.plan_hash &&
    uncertainty.decision.reference === (result.decision?.reference ?? result.reference)
  );
}
