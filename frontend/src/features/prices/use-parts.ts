/** The parts of the catalogue that have prices, as options. */
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';

import { catalogueQuery, catalogueTableQuery } from '@/api/catalogue';
import type { CatalogueTable } from '@/api/types';

import { optionsOf, type PartGroup } from './part-options';

const LISTS = ['chassis', 'cpus', 'memory', 'drives', 'licences'] as const;

export interface Parts {
  groups: PartGroup[];
  nameOf: (part: string) => string;
}

const tablesOf = (answers: UseQueryResult<CatalogueTable>[]) => answers.map((each) => each.data);

/** All parts under the headings of their lists; they are asked for once. */
export function useParts(enabled: boolean): Parts {
  const tables = useQueries({
    queries: LISTS.map((list) => ({ ...catalogueTableQuery(list), enabled })),
    combine: tablesOf,
  });
  const { data: classes } = useQuery({ ...catalogueQuery('indicative_prices'), enabled });
  return useMemo(() => {
    const groups = optionsOf(
      tables.filter((table) => table !== undefined),
      classes?.rows ?? [],
    );
    const names = new Map(groups.flatMap(({ items }) => items.map((each) => [each.value, each.label])));
    return { groups, nameOf: (part) => names.get(part) ?? part.slice(part.indexOf('/') + 1) };
  }, [tables, classes]);
}
