import { uncertaintyQuery } from '@/api/uncertainty';
import type { Decision, Uncertainty, Plan, Result } from '@/api/types';
import { knownReference } from '@/plan/known-reference';
import { useDebouncedAnswer } from '@/plan/use-settled-answer';

export interface DecisionAnswer {
  /** The decision to show: as sized at once, then simulated. */
  decision: Decision | undefined;
  /** The newest uncertainty, of this plan or of the one before. */
  uncertainty: Uncertainty | undefined;
  /** Whether simulations are still to come. */
  pending: boolean;
  error: Error | null;
}

interface Asked {
  /** The configuration that differences refer to, where that is not the first. */
  reference: string | undefined;
  /** The token of the link that the plan is seen by, if any. */
  sharedBy?: string;
}

/** The decision on a plan: that of its result, until the simulations of the same plan and reference are done. */
export function useDecision(
  plan: Plan,
  result: Result | undefined,
  { reference, sharedBy }: Asked,
): DecisionAnswer {
  const { data, stale, error } = useDebouncedAnswer(plan, (each) =>
    uncertaintyQuery(each, knownReference(each, reference), sharedBy),
  );
  const same =
    result !== undefined &&
    data?.plan_hash === result.plan_hash &&
    data.decision.reference === result.reference;
  return {
    decision: (same ? data.decision : result?.decision) ?? undefined,
    uncertainty: data,
    pending: stale && error === null,
    error: stale ? error : null,
  };
}
