import { queryOptions } from '@tanstack/react-query';

import { CACHE_COMPUTED } from '@/api/caching';
import { unwrap } from '@/api/client';
import { createJob, searchChoices, searchConfigurations } from '@/api/generated/sdk.gen';
import { endJob, jobDone, searchResult, takesLonger } from '@/api/jobs';
import type { JobStep, Plan, SearchAnswer, SearchChoice } from '@/api/types';

import { type Asked, askedOf, FIRST_QUESTION } from './question';

/** What a search would go through, before it begins: without choices the usual ones of the configuration. */
export const offeredQuery = (plan: Plan, configuration: string, choices?: readonly SearchChoice[]) =>
  queryOptions({
    queryKey: ['search-choices', plan, configuration, choices ?? null],
    queryFn: ({ signal }) =>
      unwrap(
        searchChoices({
          body: askedOf({ plan, configuration, question: { ...FIRST_QUESTION, choices } }),
          signal,
        }),
      ),
    ...CACHE_COMPUTED,
  });

/** Combinations that are searched within a request, in a second or two; a search of more is a job, which says how far it is. */
const MOST_AT_ONCE = 20_000;

/** An answer takes seconds: it is kept while other views are looked at. */
const KEPT_MS = 1_800_000;

/** The cheapest combinations, and why not the others. */
export const searchQuery = (asked: Asked) =>
  queryOptions({
    queryKey: ['search', ...keyOf(asked)],
    queryFn: async ({ signal, client }) => {
      if (asked.combinations <= MOST_AT_ONCE)
        try {
          return await unwrap(searchConfigurations({ body: askedOf(asked), signal }));
        } catch (error) {
          if (!takesLonger(error)) throw error;
        }
      return foundByJob(asked, signal, (step) => client.setQueryData(stepKey(asked), step));
    },
    ...CACHE_COMPUTED,
    gcTime: KEPT_MS,
  });

const keyOf = ({ plan, configuration, question }: Asked) => [plan, configuration, question] as const;

const stepKey = (asked: Asked) => ['search-step', ...keyOf(asked)];

/** How far a search is, while a job makes it. */
export const stepQuery = (asked: Asked) =>
  queryOptions<JobStep | null>({
    queryKey: stepKey(asked),
    queryFn: () => null,
    enabled: false,
    staleTime: 'static',
  });

/** The answer of a job, which ends with the question: nothing of it is kept once the answer is here. */
async function foundByJob(
  asked: Asked,
  signal: AbortSignal,
  told: (step: JobStep) => void,
): Promise<SearchAnswer> {
  const { id } = await unwrap(createJob({ body: { name: asked.plan.name, search: askedOf(asked) } }));
  try {
    await jobDone(id, signal, told);
    return await searchResult(id);
  } finally {
    void endJob(id).catch(() => undefined);
  }
}
