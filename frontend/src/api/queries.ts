import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { withoutNulls } from '@/lib/json';

import { unwrap } from './client';
import {
  adviseReadCache,
  burst,
  calibrateReadCache,
  createOpmModel as postOpmModel,
  createPlan as postPlan,
  deleteOpmModel as removeOpmModel,
  deletePlan as removePlan,
  drawOpmCurve,
  evaluate,
  explain,
  listOpmModels,
  listPlans,
  listQuantities,
  listSamples,
  memory,
  parseOpmText,
  planReadCache,
  readCacheBlockSizes,
  readCatalogue,
  readEvidence,
  readOpmCurve,
  readOpmModel,
  readPlan,
  readPlanTemplate,
  readSample,
  readSampleChecks,
  saveOpmModel as putOpmModel,
  savePlan as putPlan,
} from './generated/sdk.gen';
import type * as Generated from './generated/types.gen';
import type { OpmModel, Plan, SavedPlan } from './types';

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

export const explanationQuery = (
  plan: Plan,
  configuration: string,
  quantity: string,
  failedHosts = 0,
  reference?: string,
) =>
  queryOptions({
    queryKey: ['explain', plan, configuration, quantity, failedHosts, reference ?? null],
    queryFn: ({ signal }) =>
      unwrap(
        explain({ body: { plan, configuration, quantity, failed_hosts: failedHosts, reference }, signal }),
      ),
    staleTime: Infinity,
    gcTime: 120_000,
    retry: false,
  });

/** Memory of all configurations: states in every failure case, what is reclaimed, measured operations. */
export const memoryQuery = (plan: Plan) =>
  queryOptions({
    queryKey: ['memory', plan],
    queryFn: ({ signal }) => unwrap(memory({ body: plan, signal })),
    staleTime: Infinity,
    gcTime: 120_000,
    retry: false,
  });

/** How the write buffers take the plan's load over time, with so much down. */
export const burstQuery = (plan: Plan, failedHosts: number, failedGroups: number) =>
  queryOptions({
    queryKey: ['burst', plan, failedHosts, failedGroups],
    queryFn: ({ signal }) =>
      unwrap(burst({ body: { plan, failed_hosts: failedHosts, failed_groups: failedGroups }, signal })),
    staleTime: Infinity,
    gcTime: 120_000,
    retry: false,
  });

/** The quantities of the model by name. */
export function byName(
  entries: readonly Generated.QuantityEntry[],
): ReadonlyMap<string, Generated.QuantityEntry> {
  return new Map(entries.map((each) => [each.name, each]));
}

/** Labels, units and meanings of all quantities of the model, by name. */
export const quantitiesQuery = queryOptions({
  queryKey: ['quantities'],
  queryFn: async ({ signal }) => byName(await unwrap(listQuantities({ signal }))),
  ...STILL,
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

// Evidence, own models and the read cache.

export const evidenceQuery = queryOptions({
  queryKey: ['evidence'],
  queryFn: ({ signal }) => unwrap(readEvidence({ signal })),
  staleTime: 60_000,
});

/** All models that are kept: built-in ones first. */
export const opmModelsQuery = queryOptions({
  queryKey: ['opm-models'],
  queryFn: ({ signal }) => unwrap(listOpmModels({ signal })),
  staleTime: 60_000,
});

export const opmModelQuery = (key: string) =>
  queryOptions({
    queryKey: ['opm-models', key],
    queryFn: ({ signal }) => unwrap(readOpmModel({ path: { key }, signal })),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });

/** The curves of a model that is kept, built-in or own. */
export const opmCurveQuery = (key: string) =>
  queryOptions({
    queryKey: ['opm-models', key, 'curve'],
    queryFn: ({ signal }) => unwrap(readOpmCurve({ path: { key }, signal })),
    staleTime: 60_000,
  });

/** The curves of a model as it is being written; nothing is kept. */
export const opmPreviewQuery = (model: OpmModel) =>
  queryOptions({
    queryKey: ['opm-preview', model],
    queryFn: ({ signal }) => unwrap(drawOpmCurve({ body: { model }, signal })),
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  });

export function readOpmText(text: string): Promise<Generated.OpmTextReading> {
  return unwrap(parseOpmText({ body: { text } }));
}

export function createOwnModel(model: OpmModel): Promise<Generated.OpmModelEntry> {
  return unwrap(postOpmModel({ body: model }));
}

export function saveOwnModel(revision: number, model: OpmModel): Promise<Generated.OpmModelEntry> {
  return unwrap(
    putOpmModel({ path: { key: model.key }, headers: { 'if-match': etag(revision) }, body: model }),
  );
}

export async function deleteOwnModel(key: string, revision: number): Promise<void> {
  await unwrap(removeOpmModel({ path: { key }, headers: { 'if-match': etag(revision) } }));
}

/** The plan's read cache in every configuration; groups named here read all their data alike. */
export const readCacheQuery = (plan: Plan, uniformlyRandom: readonly string[]) =>
  queryOptions({
    queryKey: ['read-cache', plan, uniformlyRandom],
    queryFn: ({ signal }) =>
      unwrap(planReadCache({ body: { plan, uniformly_random: [...uniformlyRandom] }, signal })),
    staleTime: Infinity,
    gcTime: 120_000,
    retry: false,
  });

export const blockSizesQuery = (query: NonNullable<Generated.ReadCacheBlockSizesData['query']>) =>
  queryOptions({
    queryKey: ['read-cache', 'block-sizes', query],
    queryFn: ({ signal }) => unwrap(readCacheBlockSizes({ query, signal })),
    ...STILL,
    retry: false,
  });

/** Calibration of measured cases; of those of the catalogue where none are given. */
export const calibrationQuery = (cases: readonly Generated.CalibrationCase[] | null) =>
  queryOptions({
    queryKey: ['read-cache', 'calibration', cases],
    queryFn: ({ signal }) =>
      unwrap(calibrateReadCache({ body: cases === null ? {} : { cases: [...cases] }, signal })),
    ...STILL,
    retry: false,
  });

export function adviseOnReadCache(request: Generated.AdviceRequest): Promise<Generated.ReadCacheAdvice> {
  return unwrap(adviseReadCache({ body: request }));
}

/** Whether the API takes a document for a plan; it says what is wrong by throwing. */
export async function checkPlan(plan: Plan): Promise<void> {
  await unwrap(evaluate({ body: plan }));
}
