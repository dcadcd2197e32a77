import { queryOptions } from '@tanstack/react-query';

import { CACHE_BRIEFLY } from '@/api/caching';
import { unwrap } from '@/api/client';
import { storage } from '@/api/generated/sdk.gen';
import type { Plan } from '@/api/types';

/** Storage of all configurations beside that of other platforms: the same writes, and capacity by other rules. */
export const storageQuery = (plan: Plan) =>
  queryOptions({
    queryKey: ['storage', plan],
    queryFn: ({ signal }) => unwrap(storage({ body: plan, signal })),
    ...CACHE_BRIEFLY,
  });
