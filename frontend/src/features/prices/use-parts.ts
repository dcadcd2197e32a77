/** The parts of the catalogue that have prices, as options. */
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';

import { catalogueQuery } from '@/api/catalogue';
import { catalogueOptions } from '@/plan/catalogue-options';

const LISTS = [
  ['chassis', 'Servers'],
  ['cpus', 'Processors'],
  ['memory', 'Memory'],
  ['drives', 'Drives'],
  ['indicative_prices', 'Network cards'],
  ['licences', 'Licences'],
] as const;

type Row = Record<string, unknown>;

export interface PartOption {
  value: string;
  label: string;
}

export interface Parts {
  groups: { group: string; items: PartOption[] }[];
  nameOf: (part: string) => string;
}

const rowsOf = (answers: UseQueryResult<{ rows: Row[] }>[]) => answers.map((each) => each.data?.rows ?? []);

/** All parts under the headings of their lists; they are asked for once. */
export function useParts(enabled: boolean): Parts {
  const rows = useQueries({
    queries: LISTS.map(([list]) => ({ ...catalogueQuery(list), enabled })),
    combine: rowsOf,
  });
  return useMemo(() => {
    const groups = LISTS.map(([list, group], place) => ({
      group,
      items: optionsOf(list, rows[place] ?? []),
    }));
    const names = new Map(groups.flatMap(({ items }) => items.map((each) => [each.value, each.label])));
    return { groups, nameOf: (part) => names.get(part) ?? part.slice(part.indexOf('/') + 1) };
  }, [rows]);
}

function optionsOf(list: string, rows: readonly Row[]): PartOption[] {
  // Of the classes only those of network cards stand for a part.
  const own = list === 'indicative_prices' ? rows.filter((each) => each.kind === 'nic') : rows;
  return catalogueOptions(list, own).map(({ value, label }) => ({
    value: `${list}/${value}`,
    label: labelOf(
      list,
      label,
      own.find((each) => each.key === value),
    ),
  }));
}

function labelOf(list: string, label: string, row: Row | undefined): string {
  if (list === 'indicative_prices') return typeof row?.name === 'string' ? row.name : label;
  // Without a size the price is that of a GiB, which nobody may take for that of a module.
  return list === 'memory' && row?.capacity_gib == null ? `${label}, by the GiB` : label;
}
