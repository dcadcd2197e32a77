import { queryOptions } from '@tanstack/react-query';

import { CACHE_FOREVER } from '@/api/caching';
import { unwrap } from '@/api/client';
import { readSampleChecks } from '@/api/generated/sdk.gen';

export const checksQuery = (key: string) =>
  queryOptions({
    queryKey: ['samples', key, 'checks'],
    queryFn: ({ signal }) => unwrap(readSampleChecks({ path: { key }, signal })),
    ...CACHE_FOREVER,
  });
