import { useDebouncedValue } from '@mantine/hooks';
import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';

import type { Plan } from '@/api/types';

export interface Answer<T> {
  /** The newest good answer; it stays while the next one is on its way or cannot be had. */
  data: T | undefined;
  /** Whether the answer belongs to an earlier state of the plan. */
  stale: boolean;
  error: Error | null;
  retry: () => void;
}

/**
 * Asks about the plan as it changes, at once. The latest question wins: a request whose answer is no longer asked for is
 * given up, and only the answer to the plan as it stands counts as one.
 */
export function useSettledAnswer<T, K extends QueryKey>(
  plan: Plan,
  ask: (plan: Plan) => UseQueryOptions<T, Error, T, K>,
): Answer<T> {
  const query = useQuery(ask(plan));
  const [last, setLast] = useState<T>();
  if (query.data !== undefined && query.data !== last) setLast(query.data);
  const newest = query.data ?? last;
  // The first answer fills the page: like what is large (`Deferred`) it is rendered in slices. Those that follow change little.
  const there = useDeferredValue(newest !== undefined);
  const data = there ? newest : undefined;
  return {
    data,
    stale: query.data === undefined || data === undefined,
    error: query.error,
    retry: () => void query.refetch(),
  };
}

/** For so long a plan stays as it is before anything is asked about it that takes longer than its answer. */
const STILL_MS = 400;

/** The same once nobody edits for a moment: what the answer itself need not wait behind. */
export function useDebouncedAnswer<T, K extends QueryKey>(
  plan: Plan,
  ask: (plan: Plan) => UseQueryOptions<T, Error, T, K>,
): Answer<T> {
  const [still] = useDebouncedValue(plan, STILL_MS);
  const answer = useSettledAnswer(still, ask);
  return { ...answer, stale: answer.stale || still !== plan };
}
