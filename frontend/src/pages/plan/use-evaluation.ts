import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import { ApiError } from '@/api/client';
import type { FieldProblem, Plan, Result } from '@/api/types';
import { knownReference } from '@/plan/known-reference';
import type { ProvenanceOf } from '@/plan/stand-ins';
import { useDebouncedAnswer, useSettledAnswer } from '@/plan/use-settled-answer';

import { evaluationQuery, provenanceQuery } from './queries';

export interface Evaluation {
  /** The newest good result; it stays while the next one is on its way or cannot be had. */
  result: Result | undefined;
  /** Whether the result has all quantities and the cash flow by month. */
  whole: boolean;
  /** Whether the result belongs to an earlier state of the plan. */
  stale: boolean;
  /** Where the values of the plan come from, where that is asked for, once nobody edits it for a moment. */
  origins: { data: ProvenanceOf | undefined; stale: boolean };
  error: Error | null;
  problems: readonly FieldProblem[];
  retry: () => void;
}

const NONE: FieldProblem[] = [];

/**
 * Evaluates the plan as it changes; `whole`: all of it, at other times what is shown beside the comparison; `origins`:
 * pointers of the fields whose origins are on the screen, null for all.
 */
export function useEvaluation(
  plan: Plan,
  reference: string | undefined,
  { whole, origins: asked }: { whole: boolean; origins: readonly string[] | null },
): Evaluation {
  const { data, stale, error, retry } = useSettledAnswer(plan, (settled) =>
    evaluationQuery(settled, knownReference(settled, reference), whole),
  );
  // It is long: on opening the page, the answer comes first.
  const origins = useDebouncedAnswer(plan, (still) => ({
    ...provenanceQuery(still, asked),
    enabled: asked?.length !== 0 && data !== undefined,
  }));
  const problems = error instanceof ApiError ? error.fields : NONE;
  return { result: data?.result, whole: data?.whole ?? false, stale, origins, error, problems, retry };
}

/** Asks for the same of a plan that is about to be shown, so that the answer is worked on while the page is rendered. */
export function usePrefetchEvaluation(reference: string | undefined, whole: boolean): (plan: Plan) => void {
  const queries = useQueryClient();
  return useCallback(
    (plan) => {
      // What goes wrong is said by whoever shows the answer.
      queries.query(evaluationQuery(plan, knownReference(plan, reference), whole)).catch(() => undefined);
    },
    [queries, reference, whole],
  );
}
