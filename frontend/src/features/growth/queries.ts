import { queryOptions } from '@tanstack/react-query';

import { CACHE_BRIEFLY } from '@/api/caching';
import { unwrap } from '@/api/client';
import { growth } from '@/api/generated/sdk.gen';
import type { Plan } from '@/api/types';

/** Hosts by month, and the month in which each limit is reached. */
export const growthQuery = (plan: Plan) =>
  queryOptions({
    queryKey: ['growth', plan],
    queryFn: ({ signal }) => unwrap(growth({ body: plan, signal })),
    ...CACHE_BRIEFLY,
  });
