import { doubtQuery } from '@/api/doubt';
import type { Card, Doubt, DoubtCard, Plan, Result } from '@/api/types';
import { useDebouncedAnswer } from '@/plan/use-settled-answer';

export interface CardAnswer {
  card: Card | undefined;
  /** What the simulations add; undefined until those of this very plan are done. */
  sure: DoubtCard | undefined;
  /** The newest doubt, of this plan or of the one before. */
  doubt: Doubt | undefined;
  /** Whether simulations are still to come. */
  pending: boolean;
  error: Error | null;
}

/** The card of a result, and what the simulations of the same plan add to it. */
export function useCard(plan: Plan, result: Result | undefined, sharedBy?: string): CardAnswer {
  const { data, stale, error } = useDebouncedAnswer(plan, (each) => doubtQuery(each, sharedBy));
  const same = data !== undefined && result !== undefined && data.plan_hash === result.plan_hash;
  return {
    card: result?.card ?? undefined,
    sure: same ? data.card : undefined,
    doubt: data,
    pending: stale && error === null,
    error: stale ? error : null,
  };
}
