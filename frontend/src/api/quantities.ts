/** Labels, units and meanings of the model's quantities, which every view shows beside its numbers. */
import { queryOptions } from '@tanstack/react-query';

import { CACHE_FOREVER } from './caching';
import { unwrap } from './client';
import { listQuantities, listSharedQuantities } from './generated/sdk.gen';
import type { QuantityEntry } from './types';

function byName(entries: readonly QuantityEntry[]): ReadonlyMap<string, QuantityEntry> {
  return new Map(entries.map((each) => [each.name, each]));
}

/** All quantities of the model, by name. */
export const quantitiesQuery = queryOptions({
  queryKey: ['quantities'],
  queryFn: async ({ signal }) => byName(await unwrap(listQuantities({ signal }))),
  ...CACHE_FOREVER,
});

/** The same for a user with only a shared link. */
export const sharedQuantitiesQuery = (token: string) =>
  queryOptions({
    queryKey: ['shared', token, 'quantities'],
    queryFn: async ({ signal }) => byName(await unwrap(listSharedQuantities({ path: { token }, signal }))),
    ...CACHE_FOREVER,
    retry: false,
  });
