import { queryOptions } from '@tanstack/react-query';

import { CACHE_BRIEFLY } from '@/api/caching';
import { unwrap } from '@/api/client';
import { memory, memoryShared } from '@/api/generated/sdk.gen';
import type { Plan } from '@/api/types';

/**
 * Memory of all configurations: states in every failure case, what is reclaimed, measured operations; of a plan seen
 * through a shared link by the token of the link.
 */
export const memoryQuery = (plan: Plan, token?: string) =>
  queryOptions({
    queryKey: ['memory', token ?? plan],
    queryFn: ({ signal }) =>
      unwrap(
        token === undefined ? memory({ body: plan, signal }) : memoryShared({ path: { token }, signal }),
      ),
    ...CACHE_BRIEFLY,
  });
