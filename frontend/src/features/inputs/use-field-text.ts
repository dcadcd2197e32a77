import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';

import { opmModelsQuery } from '@/api/evidence';
import type { CatalogueTable, Plan } from '@/api/types';
import type { TextOf } from '@/plan/plan-actions';

import { fieldText, kindsAt } from './labels';
import { catalogueTableQuery, nameIn } from '@/api/catalogue';

const tablesOf = (answers: UseQueryResult<CatalogueTable>[]) => answers.map((each) => each.data);

/** Values of fields as text; rows of the catalogue that some of the fields pick are named by their labels. */
export function useFieldText(plan: Plan, pointers: readonly string[]): TextOf {
  const kinds = useMemo(() => kindsAt(pointers), [pointers]);
  const picked = useMemo(() => kinds.filter((kind) => kind !== 'opm_model'), [kinds]);
  const tables = useQueries({ queries: picked.map((kind) => catalogueTableQuery(kind)), combine: tablesOf });
  const { data: models } = useQuery({ ...opmModelsQuery, enabled: kinds.includes('opm_model') });
  return useCallback(
    (pointer, value, options) => {
      const nameOf = (kind: string, key: string) =>
        kind === 'opm_model'
          ? [...(plan.opm_models ?? []), ...(models?.items ?? [])].find((each) => each.key === key)?.name
          : nameIn(tables[picked.indexOf(kind)], key);
      return fieldText(plan, pointer, value, { ...options, nameOf });
    },
    [plan, picked, tables, models],
  );
}
