import { queryOptions } from '@tanstack/react-query';

import { CACHE_BRIEFLY } from '@/api/caching';
import { unwrap } from '@/api/client';
import { burst } from '@/api/generated/sdk.gen';
import type { Plan } from '@/api/types';

/** How the write buffers take the plan's load over time, with hosts and disk groups failed. */
export const burstQuery = (plan: Plan, failedHosts: number, failedGroups: number) =>
  queryOptions({
    queryKey: ['burst', plan, failedHosts, failedGroups],
    queryFn: ({ signal }) =>
      unwrap(burst({ body: { plan, failed_hosts: failedHosts, failed_groups: failedGroups }, signal })),
    ...CACHE_BRIEFLY,
  });
