import { queryOptions } from '@tanstack/react-query';

import { CACHE_COMPUTED } from '@/api/caching';
import { unwrap } from '@/api/client';
import { sensitivities } from '@/api/generated/sdk.gen';
import type { Plan } from '@/api/types';

/** Which numbers of a plan move its answer most. */
export const sensitivityQuery = (plan: Plan) =>
  queryOptions({
    queryKey: ['sensitivities', plan],
    queryFn: ({ signal }) => unwrap(sensitivities({ body: plan, signal })),
    ...CACHE_COMPUTED,
  });
