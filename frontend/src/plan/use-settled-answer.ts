import { useDebouncedValue } from '@mantine/hooks';
import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';

export interface Answer<T> {
  /** The newest good answer; it stays while the next one is pending or has failed. */
  data: T | undefined;
  /** Whether the answer belongs to what was asked before, such as an earlier state of the plan. */
  stale: boolean;
  error: Error | null;
  retry: () => void;
}

/**
 * Requests the answer at once after every change of the plan, or of what else is asked. The latest request wins:
 * superseded requests are aborted, and only the answer to the current plan counts.
 */
export function useSettledAnswer<Q, T, K extends QueryKey>(
  asked: Q,
  ask: (asked: Q) => UseQueryOptions<T, Error, T, K>,
): Answer<T> {
  const query = useQuery(ask(asked));
  const [last, setLast] = useState<T>();
  if (query.data !== undefined && query.data !== last) setLast(query.data);
  const newest = query.data ?? last;
  // The first answer fills the page, so it is rendered in slices, like large content (`Deferred`). Later ones change little.
  const there = useDeferredValue(newest !== undefined);
  const data = there ? newest : undefined;
  return {
    data,
    stale: query.data === undefined || data === undefined,
    error: query.error,
    retry: () => void query.refetch(),
  };
}

/** Pause after an edit before requests that take longer than the answer, ms. */
const STILL_MS = 400;

/** The same after a pause in editing, for requests that must not delay the answer itself. */
export function useDebouncedAnswer<Q, T, K extends QueryKey>(
  asked: Q,
  ask: (asked: Q) => UseQueryOptions<T, Error, T, K>,
): Answer<T> {
  const [still] = useDebouncedValue(asked, STILL_MS);
  const answer = useSettledAnswer(still, ask);
  return { ...answer, stale: answer.stale || still !== asked };
}
