import { queryOptions } from '@tanstack/react-query';

import { unwrap } from './client';
import { cancelJob, listJobs, readJobResult } from './generated/sdk.gen';
import { barePlan } from './plans';
import type { EstateDecided, Plan } from './types';

const LOOK_MS = 2_000;

/** The estates that are being decided, or were and nobody has looked yet; asked again while one is unfinished. */
export const estateJobsQuery = queryOptions({
  queryKey: ['jobs', 'estates'],
  queryFn: async ({ signal }) => {
    const { items } = await unwrap(listJobs({ signal }));
    return items.filter(({ kind, state }) => kind === 'estate' && state !== 'cancelled');
  },
  refetchInterval: ({ state: { data } }) =>
    data?.some(({ state }) => state === 'queued' || state === 'running') ? LOOK_MS : false,
});

/** What was decided by a job. */
export const estateResult = async (id: string): Promise<EstateDecided> =>
  (await unwrap(readJobResult({ path: { job_id: id }, parseAs: 'json' }))) as EstateDecided;

/** Its plan; null where nothing of the estate is counted. */
export async function estatePlan(id: string): Promise<Plan | null> {
  const { plan } = await estateResult(id);
  return plan ? barePlan(plan) : null;
}

/** Cancel a job, or remove one that has ended. */
export const endJob = (id: string): Promise<unknown> => unwrap(cancelJob({ path: { job_id: id } }));
