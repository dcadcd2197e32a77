import { queryOptions } from '@tanstack/react-query';

import { CACHE_BRIEFLY } from '@/api/caching';
import { unwrap } from '@/api/client';
import { memory } from '@/api/generated/sdk.gen';
import type { Plan } from '@/api/types';

/** Memory of all configurations: states in every failure case, what is reclaimed, measured operations. */
export const memoryQuery = (plan: Plan) =>
  queryOptions({
    queryKey: ['memory', plan],
    queryFn: ({ signal }) => unwrap(memory({ body: plan, signal })),
    ...CACHE_BRIEFLY,
  });
