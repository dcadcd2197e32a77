import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';

import { catalogueQuery } from '@/api/catalogue';
import type { FieldSpec } from '@/plan/form-types';
import { deleteAt, getAt } from '@/plan/json-pointer';
import { dropRemarks, editField } from '@/plan/plan-edits';

import { CataloguePicker } from './catalogue-picker';
import { useInputs } from './inputs-context';
import { protectionFits, stackFits, type Stored } from './protection-fits';

interface Props {
  id: string;
  spec: FieldSpec;
  root: string;
  error: string | undefined;
}

/** A choice from the catalogue; figures that described the former choice go with it. */
export function CatalogueField({ id, spec, root, error }: Props) {
  const { plan, change } = useInputs();
  const pointer = root + spec.tail;
  const value = getAt(plan, pointer);
  const kind = spec.catalogue ?? '';
  const { data: stacks } = useQuery({ ...catalogueQuery('stacks'), enabled: kind === 'protection' });
  // As text, so that it is the same as long as it says the same.
  const own = root === '' ? plan.configurations : [getAt(plan, root) as Stored];
  const known = JSON.stringify(own.map(({ architecture, storage }) => ({ architecture, storage })));
  const fits = useCallback(
    (row: Record<string, unknown>) => {
      if (kind === 'energy') return row.metric === 'carbon_g_per_kwh' && row.region_code !== null;
      const stored = JSON.parse(known) as Stored[];
      if (kind === 'stacks') return stackFits(row, stored[0]?.architecture ?? 'osa_all_flash');
      return kind !== 'protection' || protectionFits(row, stacks?.rows ?? [], stored, root === '');
    },
    [kind, known, root, stacks],
  );

  const choose = useCallback(
    (key: string | undefined) => {
      change(pointer, (before) => {
        const part = pointer.slice(0, pointer.lastIndexOf('/'));
        const figures = key === undefined ? [] : (spec.figures ?? []);
        return figures.reduce(
          (next, name) => dropRemarks(deleteAt(next, `${part}/${name}`), `${part}/${name}`),
          editField(before, pointer, key),
        );
      });
    },
    [change, pointer, spec],
  );

  return (
    <CataloguePicker
      id={id}
      kind={kind}
      value={
        typeof value === 'string' ? value : typeof spec.fallback === 'string' ? spec.fallback : undefined
      }
      fits={fits}
      placeholder={spec.placeholder ?? 'own figures'}
      clearable={spec.optional === true && spec.fallback === undefined}
      error={error}
      onChange={choose}
    />
  );
}
