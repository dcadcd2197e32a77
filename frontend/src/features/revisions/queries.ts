import { infiniteQueryOptions } from '@tanstack/react-query';

import { CACHE_ONE_VISIT } from '@/api/caching';
import { unwrap } from '@/api/client';
import { listRevisions } from '@/api/generated/sdk.gen';

const PAGE = 20;

/** The revisions of a plan, newest first. */
export const revisionsQuery = (id: string, newest: number) =>
  infiniteQueryOptions({
    // A save adds one.
    queryKey: ['revisions', id, newest],
    queryFn: ({ signal, pageParam }) =>
      unwrap(
        listRevisions({
          path: { plan_id: id },
          query: { limit: PAGE, ...(pageParam === null ? {} : { before: pageParam }) },
          signal,
        }),
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next ?? null,
    ...CACHE_ONE_VISIT,
  });
