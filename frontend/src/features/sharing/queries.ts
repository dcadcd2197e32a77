import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';

import { unwrap } from '@/api/client';
import {
  createShare as postShare,
  listShares,
  readShared,
  readSharedNewest,
  revokeShare as removeShare,
} from '@/api/generated/sdk.gen';
import { WHOLE_PARTS } from '@/api/headline';
import { barePlan } from '@/api/plans';
import type {
  NewShare,
  Plan,
  SharedChange as AnsweredSharedChange,
  SharedPlan as AnsweredSharedPlan,
  ShareRequest,
} from '@/api/types';

export type SharedPlan = Omit<AnsweredSharedPlan, 'plan'> & { plan: Plan };
export type SharedChange = Omit<AnsweredSharedChange, 'plan'> & { plan: Plan };

/** The links of a plan, newest first. */
export const sharesQuery = (plan: string) =>
  queryOptions({
    queryKey: ['shares', plan],
    queryFn: ({ signal }) => unwrap(listShares({ path: { plan_id: plan }, signal })),
  });

/**
 * The link to a plan that was made last: its secret is answered once, and stays in memory while the dialog is open, also
 * where the page of a new plan takes the place of that on which it was made.
 */
export const newShareKey = (plan: string) => ['new share', plan];

/** Makes a link and keeps it, with its secret, in the query cache under that key; or the error, if it failed. */
export async function makeShare(client: QueryClient, plan: string, request: ShareRequest): Promise<void> {
  await client.resetQueries({ queryKey: newShareKey(plan) });
  await client
    .query({
      queryKey: newShareKey(plan),
      queryFn: () => unwrap(postShare({ path: { plan_id: plan }, body: request })),
      staleTime: Infinity,
      retry: false,
    })
    .catch(() => undefined);
  await client.invalidateQueries({ queryKey: sharesQuery(plan).queryKey });
}

/** The link that was made last, while it is shown. */
export const newShareQuery = (plan: string) =>
  queryOptions<NewShare>({ queryKey: newShareKey(plan), queryFn: skipToken });

export async function revokeShare(plan: string, id: string): Promise<void> {
  await unwrap(removeShare({ path: { plan_id: plan, share_id: id } }));
}

/** What a link shows; it needs only the link's secret. */
export const sharedQuery = (token: string, reference: string | undefined) =>
  queryOptions({
    queryKey: ['shared', token, reference ?? null],
    queryFn: async ({ signal }): Promise<SharedPlan> => {
      const query = { ...(reference && { reference }), include: WHOLE_PARTS };
      const shared = await unwrap(readShared({ path: { token }, query, signal }));
      return { ...shared, plan: barePlan(shared.plan) };
    },
    staleTime: 60_000,
  });

/** The newest revision of a shared plan; null where the link shows it already, or shows no changes. */
export const sharedNewestQuery = (token: string) =>
  queryOptions({
    queryKey: ['shared', token, 'newest'],
    queryFn: async ({ signal }): Promise<SharedChange | null> => {
      const newest = await unwrap(readSharedNewest({ path: { token }, signal }));
      return newest && { ...newest, plan: barePlan(newest.plan) };
    },
    staleTime: 60_000,
  });
