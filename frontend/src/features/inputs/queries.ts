import { queryOptions } from '@tanstack/react-query';

import { FIXED } from '@/api/caching';
import { unwrap } from '@/api/client';
import { readCatalogue } from '@/api/generated/sdk.gen';

export const catalogueQuery = (kind: string) =>
  queryOptions({
    queryKey: ['catalogue', kind],
    queryFn: ({ signal }) => unwrap(readCatalogue({ path: { kind }, signal })),
    ...FIXED,
  });
