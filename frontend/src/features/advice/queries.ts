import { queryOptions } from '@tanstack/react-query';

import { FOLLOWING } from '@/api/caching';
import { unwrap } from '@/api/client';
import { doubt } from '@/api/generated/sdk.gen';
import type { Plan } from '@/api/types';

/** How sure the answer to a plan is. */
export const doubtQuery = (plan: Plan) =>
  queryOptions({
    queryKey: ['doubt', plan],
    queryFn: ({ signal }) => unwrap(doubt({ body: plan, signal })),
    ...FOLLOWING,
  });
