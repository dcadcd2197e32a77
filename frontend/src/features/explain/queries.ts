import { queryOptions } from '@tanstack/react-query';

import { CACHE_COMPUTED } from '@/api/caching';
import { unwrap } from '@/api/client';
import {
  explain,
  explainSensitivities,
  explainSensitivitiesShared,
  explainShared,
} from '@/api/generated/sdk.gen';
import type { Plan, QuantityName } from '@/api/types';

/** An address may hold any text: the server says that it does not know it. */
const named = (quantity: string) => quantity as QuantityName;

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
        explain({
          body: { plan, configuration, quantity: named(quantity), failed_hosts: failedHosts, reference },
          signal,
        }),
      ),
    ...CACHE_COMPUTED,
  });

/** The explanation of a number of a shared plan, asked with the secret of its link. */
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
    ...CACHE_COMPUTED,
  });

/** What each value behind a number does to it. */
export const effectsQuery = (
  plan: Plan,
  configuration: string,
  quantity: string,
  failedHosts = 0,
  reference?: string,
) =>
  queryOptions({
    queryKey: ['effects', plan, configuration, quantity, failedHosts, reference ?? null],
    queryFn: ({ signal }) =>
      unwrap(
        explainSensitivities({
          body: { plan, configuration, quantity: named(quantity), failed_hosts: failedHosts, reference },
          signal,
        }),
      ),
    ...CACHE_COMPUTED,
  });

/** The same of a shared plan, asked with the secret of its link. */
export const sharedEffectsQuery = (
  token: string,
  configuration: string,
  quantity: string,
  failedHosts: number,
  reference: string | undefined,
) =>
  queryOptions({
    queryKey: ['shared', token, 'effects', configuration, quantity, failedHosts, reference ?? null],
    queryFn: ({ signal }) =>
      unwrap(
        explainSensitivitiesShared({
          path: { token, configuration, quantity },
          query: { failed_hosts: failedHosts, ...(reference !== undefined && { reference }) },
          signal,
        }),
      ),
    ...CACHE_COMPUTED,
  });
