import { queryOptions } from '@tanstack/react-query';

import { CACHE_COMPUTED } from '@/api/caching';
import { unwrap } from '@/api/client';
import { options } from '@/api/generated/sdk.gen';
import type { Plan } from '@/api/types';

/** What each row of a kind makes of the plan, in one of its fields. */
export const optionsQuery = (plan: Plan, pointer: string, kind: string) =>
  queryOptions({
    queryKey: ['options', plan, pointer, kind],
    queryFn: ({ signal }) => unwrap(options({ body: { plan, kind, pointers: [pointer] }, signal })),
    ...CACHE_COMPUTED,
  });
