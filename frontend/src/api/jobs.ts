import { queryOptions } from '@tanstack/react-query';

import { ApiError, unwrap } from './client';
import { cancelJob, listJobs, readJob, readJobResult } from './generated/sdk.gen';
import { barePlan } from './plans';
import type { EstateDecided, JobItem, JobStep, Plan, SearchAnswer } from './types';

const LOOK_MS = 2_000;
const LOOK_CLOSELY_MS = 400;

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

/** What was found by a job. */
export const searchResult = async (id: string): Promise<SearchAnswer> =>
  (await unwrap(readJobResult({ path: { job_id: id }, parseAs: 'json' }))) as SearchAnswer;

/** Whether a request was refused that a job can answer: it takes more time than a request may. */
export const takesLonger = (error: unknown): boolean =>
  error instanceof ApiError && ['took_too_long', 'too_busy'].includes(error.problem.code);

/** Wait for a job and say how far it is: of 0 where that is not known. It throws why there is no result. */
export async function jobDone(id: string, signal: AbortSignal, told: (step: JobStep) => void): Promise<void> {
  told({ done: 0, of: 0 });
  for (;;) {
    const item = await unwrap(readJob({ path: { job_id: id }, signal }));
    if (item.state === 'done') return;
    if (item.state === 'failed' || item.state === 'cancelled') throw whyNot(item);
    told(item.step ?? { done: 0, of: 0 });
    await pause(LOOK_CLOSELY_MS, signal);
  }
}

function whyNot({ problem, state }: JobItem): Error {
  if (!problem) return new Error(state === 'cancelled' ? 'It was cancelled.' : 'It could not be computed.');
  return new ApiError(problem.status, { ...problem, type: 'about:blank', errors: [] });
}

/** Wait, or end with the query. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('The page was left.', 'AbortError'));
    });
  });

/** Its plan; null where nothing of the estate is counted. */
export async function estatePlan(id: string): Promise<Plan | null> {
  const { plan } = await estateResult(id);
  return plan ? barePlan(plan) : null;
}

/** Cancel a job, or remove one that has ended. */
export const endJob = (id: string): Promise<unknown> => unwrap(cancelJob({ path: { job_id: id } }));
