import { queryOptions } from '@tanstack/react-query';

import { CACHE_BRIEFLY } from './caching';
import { unwrap } from './client';
import { uncertainty, uncertaintyShared } from './generated/sdk.gen';
import type { Plan } from './types';

/**
 * How sure the answer to a plan is, with the decision simulated, its differences to the same reference as those of the
 * answer; for a plan seen through a shared link, by the token of the link.
 */
export const uncertaintyQuery = (plan: Plan, reference: string | undefined, token?: string) =>
  queryOptions({
    queryKey: ['uncertainty', token ?? plan, reference ?? null],
    queryFn: ({ signal }) => {
      const query = reference === undefined ? {} : { reference };
      return unwrap(
        token === undefined
          ? uncertainty({ body: plan, query, signal })
          : uncertaintyShared({ path: { token }, query, signal }),
      );
    },
    ...CACHE_BRIEFLY,
  });
