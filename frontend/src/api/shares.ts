import { queryOptions } from '@tanstack/react-query';

import { withoutNulls } from '@/lib/json';

import { unwrap } from './client';
import {
  createShare as postShare,
  explainShared,
  listSharedQuantities,
  listShares,
  readShared,
  revokeShare as removeShare,
} from './generated/sdk.gen';
import { byName } from './queries';
import type { NewShare, Plan, SharedPlan as AnsweredSharedPlan, ShareRequest } from './types';

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

/** What a link shows, by its secret alone. */
export const sharedQuery = (token: string, reference: string | undefined) =>
  queryOptions({
    queryKey: ['shared', token, reference ?? null],
    queryFn: async ({ signal }): Promise<SharedPlan> => {
      const query = reference === undefined ? {} : { reference };
      const shared = await unwrap(readShared({ path: { token }, query, signal }));
      return { ...shared, plan: withoutNulls(shared.plan) as Plan };
    },
    staleTime: 60_000,
  });

export const sharedExplanationQuery = (
  token: string,
  configuration: string,
  quantity: string,
  failedHosts: number,
  reference: string | undefined,
) =>
  queryOptions({
    queryKey: ['shared', token, 'explain', configuration, quantity, failedHosts, reference ?? null],
    queryFn: ({ signal }) =>
      unwrap(
        explainShared({
          path: { token, configuration, quantity },
          query: { failed_hosts: failedHosts, ...(reference !== undefined && { reference }) },
          signal,
        }),
      ),
    staleTime: Infinity,
    gcTime: 120_000,
    retry: false,
  });

/** What the quantities are called, for who has nothing but a link. */
export const sharedQuantitiesQuery = (token: string) =>
  queryOptions({
    queryKey: ['shared', token, 'quantities'],
    queryFn: async ({ signal }) => byName(await unwrap(listSharedQuantities({ path: { token }, signal }))),
    staleTime: Infinity,
    retry: false,
  });
