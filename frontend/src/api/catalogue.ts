import { queryOptions } from '@tanstack/react-query';

import { CACHE_FOREVER } from './caching';
import { unwrap } from './client';
import { readCatalogue, readCatalogueTable } from './generated/sdk.gen';
import type { CatalogueTable } from './types';

export const catalogueQuery = (kind: string) =>
  queryOptions({
    queryKey: ['catalogue', kind],
    queryFn: ({ signal }) => unwrap(readCatalogue({ path: { kind }, signal })),
    ...CACHE_FOREVER,
  });

/** One kind as a table for people, with its columns and their filters. */
export const catalogueTableQuery = (kind: string) =>
  queryOptions({
    queryKey: ['catalogue', kind, 'table'],
    queryFn: ({ signal }) => unwrap(readCatalogueTable({ path: { kind }, signal })),
    ...CACHE_FOREVER,
  });

/** What a row has that name a plan picks. */
export const nameIn = (table: CatalogueTable | undefined, picked: string) =>
  table?.rows.find((row) => row.picked_as === picked)?.name;
