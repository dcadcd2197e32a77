import { queryOptions } from '@tanstack/react-query';

import { CACHE_BRIEFLY } from '@/api/caching';
import { unwrap } from '@/api/client';
import { materials } from '@/api/generated/sdk.gen';
import type { Plan } from '@/api/types';

/** What has to be bought for each configuration. */
export const materialsQuery = (plan: Plan) =>
  queryOptions({
    queryKey: ['materials', plan],
    queryFn: ({ signal }) => unwrap(materials({ body: plan, signal })),
    ...CACHE_BRIEFLY,
  });
