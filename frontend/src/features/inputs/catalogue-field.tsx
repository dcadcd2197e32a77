import { useCallback } from 'react';

import type { Architecture } from '@/api/types';
import type { FieldSpec } from '@/lib/form-types';
import { deleteAt, getAt } from '@/lib/json-pointer';
import { dropRemarks, editField } from '@/lib/plan-edits';

import { CataloguePicker } from './catalogue-picker';
import { useInputs } from './inputs-context';

interface Props {
  id: string;
  spec: FieldSpec;
  root: string;
  error: string | undefined;
}

/** Which protections fit an architecture. */
const FAMILY: Record<Architecture, string> = {
  osa_all_flash: 'osa',
  osa_hybrid: 'osa',
  esa: 'esa',
  external_array: 'external',
};

/** A choice from the catalogue; figures that described the former choice go with it. */
export function CatalogueField({ id, spec, root, error }: Props) {
  const { plan, change } = useInputs();
  const pointer = root + spec.tail;
  const value = getAt(plan, pointer);
  const kind = spec.catalogue ?? '';
  const architecture = getAt(plan, `${root}/architecture`) as Architecture | undefined;
  const family = root === '' ? null : FAMILY[architecture ?? 'osa_all_flash'];
  const fits = useCallback(
    (row: Record<string, unknown>) =>
      kind === 'energy'
        ? row.metric === 'carbon_g_per_kwh' && row.region_code !== null
        : kind !== 'protection' || family === null || row.architecture === family,
    [kind, family],
  );

  const choose = (key: string | undefined) => {
    change(pointer, (before) => {
      const part = pointer.slice(0, pointer.lastIndexOf('/'));
      const figures = key === undefined ? [] : (spec.figures ?? []);
      return figures.reduce(
        (next, name) => dropRemarks(deleteAt(next, `${part}/${name}`), `${part}/${name}`),
        editField(before, pointer, key),
      );
    });
  };

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
