import { queryOptions } from '@tanstack/react-query';

import { CACHE_COMPUTED } from '@/api/caching';
import { unwrap } from '@/api/client';
import { engineChangeKept, engineChangeShared } from '@/api/generated/sdk.gen';

/** What this version answers otherwise than the one that a revision was saved with. */
export const engineChangeQuery = (id: string, revision: number) =>
  queryOptions({
    queryKey: ['engine-change', id, revision],
    queryFn: ({ signal }) => unwrap(engineChangeKept({ path: { plan_id: id }, query: { revision }, signal })),
    ...CACHE_COMPUTED,
  });

/** The same of a shared plan. */
export const sharedEngineChangeQuery = (token: string) =>
  queryOptions({
    queryKey: ['engine-change', token],
    queryFn: ({ signal }) => unwrap(engineChangeShared({ path: { token }, signal })),
    ...CACHE_COMPUTED,
  });
