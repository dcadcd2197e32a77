import { queryOptions } from '@tanstack/react-query';

import { CACHE_BRIEFLY } from '@/api/caching';
import { unwrap } from '@/api/client';
import { billOfMaterials } from '@/api/generated/sdk.gen';
import type { Plan } from '@/api/types';

/** What has to be bought for each configuration. */
export const billOfMaterialsQuery = (plan: Plan) =>
  queryOptions({
    queryKey: ['billOfMaterials', plan],
    queryFn: ({ signal }) => unwrap(billOfMaterials({ body: plan, signal })),
    ...CACHE_BRIEFLY,
  });
