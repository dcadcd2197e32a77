import { queryOptions } from '@tanstack/react-query';

import { FIXED } from '@/api/caching';
import { unwrap } from '@/api/client';
import { listSamples } from '@/api/generated/sdk.gen';

export const samplesQuery = queryOptions({
  queryKey: ['samples'],
  queryFn: ({ signal }) => unwrap(listSamples({ signal })),
  ...FIXED,
});
