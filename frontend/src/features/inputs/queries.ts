import { queryOptions } from '@tanstack/react-query';

import { COMPUTED, FIXED } from '@/api/caching';
import { unwrap } from '@/api/client';
import { readCatalogue, sensitivity } from '@/api/generated/sdk.gen';
import type { Plan } from '@/api/types';

export const catalogueQuery = (kind: string) =>
  queryOptions({
    queryKey: ['catalogue', kind],
    queryFn: ({ signal }) => unwrap(readCatalogue({ path: { kind }, signal })),
    ...FIXED,
  });

/** Which numbers of a plan move its answer most. */
export const sensitivityQuery = (plan: Plan) =>
  queryOptions({
    queryKey: ['sensitivity', plan],
    queryFn: ({ signal }) => unwrap(sensitivity({ body: plan, signal })),
    ...COMPUTED,
  });
