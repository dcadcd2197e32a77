import { queryOptions } from '@tanstack/react-query';

import { unwrap } from '@/api/client';
import {
  createShare as postShare,
  listShares,
  readShared,
  revokeShare as removeShare,
} from '@/api/generated/sdk.gen';
import { barePlan } from '@/api/plans';
import type { NewShare, Plan, SharedPlan as AnsweredSharedPlan, ShareRequest } from '@/api/types';

export type SharedPlan = Omit<AnsweredSharedPlan, 'plan'> & { plan: Plan };

/** The links of a plan, newest first. */
export const sharesQuery = (plan: string) =>
  queryOptions({
    queryKey: ['shares', plan],
    queryFn: ({ signal }) => unwrap(listShares({ path: { plan_id: plan }, signal })),
  });

export function createShare(plan: string, request: ShareRequest): Promise<NewShare> {
  return unwrap(postShare({ path: { plan_id: plan }, body: request }));
}

export async function revokeShare(plan: string, id: string): Promise<void> {
  await unwrap(removeShare({ path: { plan_id: plan, share_id: id } }));
}

/** What a link shows; it needs only the link's secret. */
export const sharedQuery = (token: string, reference: string | undefined) =>
  queryOptions({
    queryKey: ['shared', token, reference ?? null],
    queryFn: async ({ signal }): Promise<SharedPlan> => {
      const query = reference === undefined ? {} : { reference };
      const shared = await unwrap(readShared({ path: { token }, query, signal }));
      return { ...shared, plan: barePlan(shared.plan) };
    },
    staleTime: 60_000,
  });
