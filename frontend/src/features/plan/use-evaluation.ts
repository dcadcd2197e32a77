import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { ApiError } from '@/api/client';
import { evaluationQuery } from '@/api/queries';
import type { FieldProblem, Plan, Result } from '@/api/types';

export interface Evaluation {
  /** The newest good result; it stays while the next one is on its way or cannot be had. */
  result: Result | undefined;
  /** Whether the result belongs to an earlier state of the plan. */
  stale: boolean;
  error: Error | null;
  problems: readonly FieldProblem[];
  retry: () => void;
}

const PAUSE_MS = 200;
const NONE: FieldProblem[] = [];

/** Evaluates the plan as it changes: after a short pause, dropping answers that are no longer asked for. */
export function useEvaluation(plan: Plan, reference: string | undefined): Evaluation {
  const [settled] = useDebouncedValue(plan, PAUSE_MS);
  const known = reference !== undefined && settled.configurations.some((each) => each.key === reference);
  const query = useQuery(evaluationQuery(settled, known ? reference : undefined));
  const [last, setLast] = useState<Result>();
  if (query.data && query.data !== last) setLast(query.data);
  const error = query.error;
  return {
    result: query.data ?? last,
    stale: settled !== plan || query.data === undefined,
    error,
    problems: error instanceof ApiError ? error.fields : NONE,
    retry: () => void query.refetch(),
  };
}
