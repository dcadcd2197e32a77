import { useDebouncedValue } from '@mantine/hooks';
import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';

import type { Plan } from '@/api/types';

export interface Answer<T> {
  /** The newest good answer; it stays while the next one is on its way or cannot be had. */
  data: T | undefined;
  /** Whether the answer belongs to an earlier state of the plan. */
  stale: boolean;
  error: Error | null;
  retry: () => void;
}

const PAUSE_MS = 200;

/** Asks about the plan as it changes: after a short pause, dropping answers that are no longer asked for. */
export function useSettledAnswer<T, K extends QueryKey>(
  plan: Plan,
  ask: (settled: Plan) => UseQueryOptions<T, Error, T, K>,
): Answer<T> {
  const [settled] = useDebouncedValue(plan, PAUSE_MS);
  const query = useQuery(ask(settled));
  const [last, setLast] = useState<T>();
  if (query.data !== undefined && query.data !== last) setLast(query.data);
  return {
    data: query.data ?? last,
    stale: settled !== plan || query.data === undefined,
    error: query.error,
    retry: () => void query.refetch(),
  };
}
