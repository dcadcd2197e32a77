/** The sample plans: cases on the start page, reproductions of studies in the evidence, each opened on its own. */
import { queryOptions } from '@tanstack/react-query';

import { CACHE_FOREVER } from './caching';
import { unwrap } from './client';
import { listSamples, readSample } from './generated/sdk.gen';
import { barePlan } from './plans';

export const samplesQuery = queryOptions({
  queryKey: ['samples'],
  queryFn: ({ signal }) => unwrap(listSamples({ signal })),
  ...CACHE_FOREVER,
});

export const sampleQuery = (key: string) =>
  queryOptions({
    queryKey: ['samples', key],
    queryFn: async ({ signal }) => barePlan(await unwrap(readSample({ path: { key }, signal }))),
    ...CACHE_FOREVER,
  });
