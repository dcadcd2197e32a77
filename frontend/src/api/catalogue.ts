import { queryOptions } from '@tanstack/react-query';

import { CACHE_FOREVER } from './caching';
import { unwrap } from './client';
import { readCatalogue } from './generated/sdk.gen';

export const catalogueQuery = (kind: string) =>
  queryOptions({
    queryKey: ['catalogue', kind],
    queryFn: ({ signal }) => unwrap(readCatalogue({ path: { kind }, signal })),
    ...CACHE_FOREVER,
  });
