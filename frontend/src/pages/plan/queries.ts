import { queryOptions } from '@tanstack/react-query';

import { FOLLOWING, FIXED } from '@/api/caching';
import { unwrap } from '@/api/client';
import { FORMS } from '@/api/generated/forms.gen';
import { evaluate, readSample } from '@/api/generated/sdk.gen';
import { HEADLINE } from '@/api/headline';
import { barePlan } from '@/api/plans';
import type { Plan } from '@/api/types';
import { standingIn } from '@/lib/stand-ins';

export const sampleQuery = (key: string) =>
  queryOptions({
    queryKey: ['samples', key],
    queryFn: async ({ signal }) => barePlan(await unwrap(readSample({ path: { key }, signal }))),
    ...FIXED,
  });

/** What the fields, the line of the last change and the charts show beside the comparison: a third of the work of a whole answer. */
const SHOWN = ['inputs', ...HEADLINE, 'known_parts_cost', ...standingIn(FORMS.configuration)].join();

/** The answer to a plan; `whole`: with all quantities and the cash flow by month. */
export const evaluationQuery = (plan: Plan, reference: string | undefined, whole = false) =>
  queryOptions({
    queryKey: ['evaluate', plan, reference ?? null, whole],
    queryFn: async ({ signal }) => {
      const query = { ...(reference && { reference }), ...(!whole && { include: SHOWN }) };
      return { whole, result: await unwrap(evaluate({ body: plan, query, signal })) };
    },
    ...FOLLOWING,
  });
