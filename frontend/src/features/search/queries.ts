import { queryOptions } from '@tanstack/react-query';

import { CACHE_COMPUTED } from '@/api/caching';
import { unwrap } from '@/api/client';
import { searchChoices, searchConfigurations } from '@/api/generated/sdk.gen';
import type { Plan, SearchChoice } from '@/api/types';

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

/** An answer takes seconds: it is kept while other views are looked at. */
const KEPT_MS = 1_800_000;

/** The cheapest combinations, and why not the others. */
export const searchQuery = (asked: Asked) =>
  queryOptions({
    queryKey: ['search', asked.plan, asked.configuration, asked.question],
    queryFn: ({ signal }) => unwrap(searchConfigurations({ body: askedOf(asked), signal })),
    ...CACHE_COMPUTED,
    gcTime: KEPT_MS,
  });
