import { queryOptions } from '@tanstack/react-query';

import { CACHE_BRIEFLY } from '@/api/caching';
import { unwrap } from '@/api/client';
import { FORMS } from '@/plan/forms.gen';
import { evaluate } from '@/api/generated/sdk.gen';
import { SHOWN_PARTS } from '@/api/headline';
import type { Plan } from '@/api/types';
import { standingIn } from '@/plan/stand-ins';

const WHOLE = ['card', 'charts', 'inputs', 'monthly', 'quantities'].join();

/** The answer to a plan, with what the comparison shows; `whole`: with all quantities and the cash flow by month. */
export const evaluationQuery = (plan: Plan, reference: string | undefined, whole = false) =>
  queryOptions({
    queryKey: ['evaluate', plan, reference ?? null, whole],
    queryFn: async ({ signal }) => {
      const query = { ...(reference && { reference }), include: whole ? WHOLE : SHOWN_PARTS };
      return { whole, result: await unwrap(evaluate({ body: plan, query, signal })) };
    },
    ...CACHE_BRIEFLY,
  });

/** What fields say about their values: an answer of its own, for it is three times as long as the comparison. */
const ORIGINS = ['inputs', ...standingIn(FORMS.configuration)].join();

/** Where the values of a plan come from, and what stands in for absent ones. */
export const originsQuery = (plan: Plan) =>
  queryOptions({
    queryKey: ['origins', plan],
    queryFn: ({ signal }) => unwrap(evaluate({ body: plan, query: { include: ORIGINS }, signal })),
    ...CACHE_BRIEFLY,
  });
