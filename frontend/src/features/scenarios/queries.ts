import { queryOptions } from '@tanstack/react-query';

import { CACHE_COMPUTED } from '@/api/caching';
import { unwrap } from '@/api/client';
import { evaluate } from '@/api/generated/sdk.gen';
import { HEADLINE } from '@/api/headline';
import type { Plan } from '@/api/types';

/** What a plan comes to in one line for each configuration. */
export const headlinesQuery = (plan: Plan) =>
  queryOptions({
    queryKey: ['headlines', plan],
    queryFn: ({ signal }) => unwrap(evaluate({ body: plan, query: { include: HEADLINE.join() }, signal })),
    ...CACHE_COMPUTED,
  });
