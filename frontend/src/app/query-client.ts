import { QueryClient } from '@tanstack/react-query';

import { questionHash } from '@/api/caching';
import { ApiError } from '@/api/client';

/** One for the loaders of the routes and the components of their pages. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryKeyHashFn: questionHash,
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    },
  },
});
