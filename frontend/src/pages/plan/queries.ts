import { queryOptions } from '@tanstack/react-query';

import { FOLLOWING, FIXED } from '@/api/caching';
import { unwrap } from '@/api/client';
import { evaluate, readSample } from '@/api/generated/sdk.gen';
import { barePlan } from '@/api/plans';
import type { Plan } from '@/api/types';

export const sampleQuery = (key: string) =>
  queryOptions({
    queryKey: ['samples', key],
    queryFn: async ({ signal }) => barePlan(await unwrap(readSample({ path: { key }, signal }))),
    ...FIXED,
  });

export const evaluationQuery = (plan: Plan, reference: string | undefined) =>
  queryOptions({
    queryKey: ['evaluate', plan, reference ?? null],
    queryFn: ({ signal }) => unwrap(evaluate({ body: plan, query: reference ? { reference } : {}, signal })),
    ...FOLLOWING,
  });
