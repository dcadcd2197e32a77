import { queryOptions } from '@tanstack/react-query';

import { CACHE_BRIEFLY } from './caching';
import { unwrap } from './client';
import { doubt, doubtShared } from './generated/sdk.gen';
import type { Plan } from './types';

/** How sure the answer to a plan is; for a plan seen through a shared link, by the token of the link. */
export const doubtQuery = (plan: Plan, token?: string) =>
  queryOptions({
    queryKey: ['doubt', token ?? plan],
    queryFn: ({ signal }) =>
      unwrap(token === undefined ? doubt({ body: plan, signal }) : doubtShared({ path: { token }, signal })),
    ...CACHE_BRIEFLY,
  });
