/** Saved plans: listed on the start page, opened and saved on their own, and changed by the models of the evidence. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { withoutNulls } from '@/lib/json';

import { CACHE_ONE_VISIT, etag, CACHE_FOREVER } from './caching';
import { unwrap } from './client';
import {
  createPlan as postPlan,
  deletePlan as removePlan,
  duplicatePlan as postDuplicate,
  listDeletedPlans,
  listPlans,
  readPlan,
  readPlanTemplate,
  restorePlan as restoreDeletedPlan,
  savePlan as putPlan,
} from './generated/sdk.gen';
import type * as Generated from './generated/types.gen';
import type { Plan, SavedPlan } from './types';

/** A plan as the API answers it, without the nulls that stand for absent fields. */
export const barePlan = (plan: Generated.Plan) => withoutNulls(plan) as Plan;

function bare(saved: Generated.SavedPlan): SavedPlan {
  return { ...saved, plan: barePlan(saved.plan) };
}

export const plansQuery = infiniteQueryOptions({
  queryKey: ['plans'],
  queryFn: ({ signal, pageParam }) =>
    unwrap(listPlans({ query: { limit: 20, ...(pageParam === null ? {} : { after: pageParam }) }, signal })),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next ?? null,
  ...CACHE_ONE_VISIT,
});

export const planQuery = (id: string) =>
  queryOptions({
    queryKey: ['plan', id],
    queryFn: async ({ signal }) => bare(await unwrap(readPlan({ path: { plan_id: id }, signal }))),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });

/** One revision of a saved plan, which never changes. */
export const revisionQuery = (id: string, revision: number) =>
  queryOptions({
    queryKey: ['plan', id, 'revision', revision],
    queryFn: async ({ signal }) =>
      bare(await unwrap(readPlan({ path: { plan_id: id }, query: { revision }, signal }))).plan,
    ...CACHE_FOREVER,
    gcTime: 120_000,
  });

/** A plan to start from. */
export const templateQuery = queryOptions({
  queryKey: ['templates', 'plan'],
  queryFn: async ({ signal }) => barePlan(await unwrap(readPlanTemplate({ signal }))),
  ...CACHE_FOREVER,
});

export async function createPlan(plan: Plan): Promise<SavedPlan> {
  return bare(await unwrap(postPlan({ body: plan })));
}

/** A copy of a plan as it is saved, with its scenarios. Sent again under the same key it makes no second one. */
export async function duplicatePlan(id: string, key: string): Promise<SavedPlan> {
  return bare(
    await unwrap(postDuplicate({ path: { plan_id: id }, headers: { 'Idempotency-Key': key }, body: {} })),
  );
}

export async function savePlan(id: string, revision: number, plan: Plan): Promise<SavedPlan> {
  return bare(
    await unwrap(putPlan({ path: { plan_id: id }, headers: { 'if-match': etag(revision) }, body: plan })),
  );
}

export async function deletePlan(id: string, revision: number): Promise<void> {
  await unwrap(removePlan({ path: { plan_id: id }, headers: { 'if-match': etag(revision) } }));
}

/** The deleted plans that can be restored, last deleted first. */
export const deletedPlansQuery = queryOptions({
  queryKey: ['deleted-plans'],
  queryFn: ({ signal }) => unwrap(listDeletedPlans({ signal })),
  ...CACHE_ONE_VISIT,
});

export async function restorePlan(id: string): Promise<void> {
  await unwrap(restoreDeletedPlan({ path: { plan_id: id } }));
}
