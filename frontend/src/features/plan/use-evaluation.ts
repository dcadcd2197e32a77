import { ApiError } from '@/api/client';
import { evaluationQuery } from '@/api/queries';
import type { FieldProblem, Plan, Result } from '@/api/types';
import { useSettledAnswer } from '@/lib/use-settled-answer';

export interface Evaluation {
  /** The newest good result; it stays while the next one is on its way or cannot be had. */
  result: Result | undefined;
  /** Whether the result belongs to an earlier state of the plan. */
  stale: boolean;
  error: Error | null;
  problems: readonly FieldProblem[];
  retry: () => void;
}

const NONE: FieldProblem[] = [];

/** Evaluates the plan as it changes. */
export function useEvaluation(plan: Plan, reference: string | undefined): Evaluation {
  const { data, stale, error, retry } = useSettledAnswer(plan, (settled) => {
    const known = reference !== undefined && settled.configurations.some((each) => each.key === reference);
    return evaluationQuery(settled, known ? reference : undefined);
  });
  const problems = error instanceof ApiError ? error.fields : NONE;
  return { result: data, stale, error, problems, retry };
}
