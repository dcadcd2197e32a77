import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { withoutNulls } from '@/lib/json';

import { unwrap } from './client';
import {
  createPlan as postPlan,
  deletePlan as removePlan,
  evaluate,
  explain,
  listPlans,
  listSamples,
  readCatalogue,
  readPlan,
  readPlanTemplate,
  readSample,
  readSampleChecks,
  savePlan as putPlan,
} from './generated/sdk.gen';
import type * as Generated from './generated/types.gen';
import type { Plan, SavedPlan } from './types';

const STILL = { staleTime: Infinity } as const;

function bare(saved: Generated.SavedPlan): SavedPlan {
  return { ...saved, plan: withoutNulls(saved.plan) as Plan };
}

export const samplesQuery = queryOptions({
  queryKey: ['samples'],
  queryFn: ({ signal }) => unwrap(listSamples({ signal })),
  ...STILL,
});

export const sampleQuery = (key: string) =>
  queryOptions({
    queryKey: ['samples', key],
    queryFn: async ({ signal }) => withoutNulls(await unwrap(readSample({ path: { key }, signal }))) as Plan,
    ...STILL,
  });

/** A plan to start from. */
export const templateQuery = queryOptions({
  queryKey: ['templates', 'plan'],
  queryFn: async ({ signal }) => withoutNulls(await unwrap(readPlanTemplate({ signal }))) as Plan,
  ...STILL,
});

export const checksQuery = (key: string) =>
  queryOptions({
    queryKey: ['samples', key, 'checks'],
    queryFn: ({ signal }) => unwrap(readSampleChecks({ path: { key }, signal })),
    ...STILL,
  });

export const plansQuery = infiniteQueryOptions({
  queryKey: ['plans'],
  queryFn: ({ signal, pageParam }) =>
    unwrap(listPlans({ query: { limit: 20, ...(pageParam === null ? {} : { after: pageParam }) }, signal })),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next ?? null,
});

export const planQuery = (id: string) =>
  queryOptions({
    queryKey: ['plan', id],
    queryFn: async ({ signal }) => bare(await unwrap(readPlan({ path: { plan_id: id }, signal }))),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });

export const catalogueQuery = (kind: string) =>
  queryOptions({
    queryKey: ['catalogue', kind],
    queryFn: ({ signal }) => unwrap(readCatalogue({ path: { kind }, signal })),
    ...STILL,
  });

export const evaluationQuery = (plan: Plan, reference: string | undefined) =>
  queryOptions({
    queryKey: ['evaluate', plan, reference ?? null],
    queryFn: ({ signal }) => unwrap(evaluate({ body: plan, query: reference ? { reference } : {}, signal })),
    staleTime: Infinity,
    gcTime: 120_000,
    retry: false,
  });

export const explanationQuery = (plan: Plan, configuration: string, quantity: string) =>
  queryOptions({
    queryKey: ['explain', plan, configuration, quantity],
    queryFn: ({ signal }) => unwrap(explain({ body: { plan, configuration, quantity }, signal })),
    staleTime: Infinity,
    gcTime: 120_000,
    retry: false,
  });

const etag = (revision: number) => `"${String(revision)}"`;

export async function createPlan(plan: Plan): Promise<SavedPlan> {
  return bare(await unwrap(postPlan({ body: plan })));
}

export async function savePlan(id: string, revision: number, plan: Plan): Promise<SavedPlan> {
  return bare(
    await unwrap(putPlan({ path: { plan_id: id }, headers: { 'if-match': etag(revision) }, body: plan })),
  );
}

export async function deletePlan(id: string, revision: number): Promise<void> {
  await unwrap(removePlan({ path: { plan_id: id }, headers: { 'if-match': etag(revision) } }));
}
