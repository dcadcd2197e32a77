import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { opmModelsQuery } from '@/api/evidence';
import type { OpmModel, SwapMedium } from '@/api/types';
import { MEDIA } from '@/lib/media';

import classes from './field-row.module.css';

interface Props {
  id: string;
  value: string | undefined;
  /** The models that the plan brings along. */
  own: readonly OpmModel[];
  error: string | undefined;
  onChange: (key: string | undefined) => void;
}

interface Option {
  value: string;
  label: string;
  details: string;
}

function details(kind: string, media: readonly SwapMedium[], points: number): string {
  const count = points === 1 ? '1 point' : `${String(points)} points`;
  return [kind, count, [...new Set(media)].map((each) => MEDIA[each].label).join(', ')].join(' \u00b7 ');
}

/** Which measured operations a VM group follows: the plan's own, or one that is built in. */
export function OpmModelPicker({ id, value, own, error, onChange }: Props) {
  const { data } = useQuery(opmModelsQuery);
  const mine = own.map((each): Option => ({
    value: each.key,
    label: each.name,
    details: details(
      each.kind ?? 'measured',
      each.points.map((point) => point.medium),
      each.points.length,
    ),
  }));
  const taken = new Set(mine.map((each) => each.value));
  const library = (data?.items ?? [])
    .filter((each) => each.origin === 'built_in' && !taken.has(each.key))
    .map((each): Option => ({
      value: each.key,
      label: each.name,
      details: details(each.kind, each.media, each.points),
    }));
  const known = new Map([...mine, ...library].map((each) => [each.value, each]));
  const unknown = value !== undefined && !known.has(value) ? [{ value, label: value, details: '' }] : [];
  return (
    <Select
      id={id}
      data={[
        ...(mine.length + unknown.length > 0
          ? [{ group: 'In this plan', items: [...mine, ...unknown] }]
          : []),
        { group: 'Built in', items: library },
      ]}
      value={value ?? null}
      onChange={(key) => onChange(key ?? undefined)}
      searchable
      clearable
      allowDeselect={false}
      clearButtonProps={{ 'aria-label': 'Follow no model' }}
      placeholder="none"
      nothingFoundMessage="No matching model"
      comboboxProps={{ width: 360, position: 'bottom-end', shadow: 'sm' }}
      error={error}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <span>{option.label}</span>
          <span className={classes.optionDetails}>{known.get(option.value)?.details}</span>
        </span>
      )}
    />
  );
}
