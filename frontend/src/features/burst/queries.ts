import { queryOptions } from '@tanstack/react-query';

import { CACHE_BRIEFLY } from '@/api/caching';
import { unwrap } from '@/api/client';
import { burst, burstShared } from '@/api/generated/sdk.gen';
import type { Plan } from '@/api/types';

/**
 * How the write buffers take the plan's load over time, with hosts and disk groups failed; of a plan seen through a
 * shared link by the token of the link.
 */
export function burstQuery(plan: Plan, failedHosts: number, failedGroups: number, token?: string) {
  const failures = { failed_hosts: failedHosts, failed_groups: failedGroups };
  return queryOptions({
    queryKey: ['burst', token ?? plan, failedHosts, failedGroups],
    queryFn: ({ signal }) =>
      unwrap(
        token === undefined
          ? burst({ body: { plan, ...failures }, signal })
          : burstShared({ path: { token }, query: failures, signal }),
      ),
    ...CACHE_BRIEFLY,
  });
}
