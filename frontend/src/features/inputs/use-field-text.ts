import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';

import { opmModelsQuery } from '@/api/evidence';
import type { Plan } from '@/api/types';
import type { TextOf } from '@/plan/plan-actions';

import { catalogueLabel } from '@/plan/catalogue-options';
import { fieldText, kindsAt } from './labels';
import { catalogueQuery } from '@/api/catalogue';

type Rows = readonly Record<string, unknown>[];

const rowsOf = (answers: UseQueryResult<{ rows: Rows }>[]) => answers.map((each) => each.data?.rows ?? []);

/** Values of fields as text; rows of the catalogue that some of the fields pick are named by their labels. */
export function useFieldText(plan: Plan, pointers: readonly string[]): TextOf {
  const kinds = useMemo(() => kindsAt(pointers), [pointers]);
  const picked = useMemo(() => kinds.filter((kind) => kind !== 'opm_model'), [kinds]);
  const rows = useQueries({ queries: picked.map((kind) => catalogueQuery(kind)), combine: rowsOf });
  const { data: models } = useQuery({ ...opmModelsQuery, enabled: kinds.includes('opm_model') });
  return useCallback(
    (pointer, value, options) => {
      const nameOf = (kind: string, key: string) =>
        kind === 'opm_model'
          ? [...(plan.opm_models ?? []), ...(models?.items ?? [])].find((each) => each.key === key)?.name
          : catalogueLabel(kind, rows[picked.indexOf(kind)] ?? [], key);
      return fieldText(plan, pointer, value, { ...options, nameOf });
    },
    [plan, picked, rows, models],
  );
}
