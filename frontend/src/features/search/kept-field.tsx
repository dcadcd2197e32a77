import { Checkbox, MultiSelect } from '@mantine/core';

import type { FieldOffered } from '@/api/types';
import { NumberEntry } from '@/components/number-entry';

import type { KeptTo } from './question';

interface Props {
  field: FieldOffered;
  value: KeptTo | undefined;
  error: string | undefined;
  onChange: (value: KeptTo | undefined) => void;
}

/** One field of the question, by the control that it is declared with. */
export function KeptField({ field: { label, control, unit, options }, value, error, onChange }: Props) {
  if (control === 'flag') {
    return (
      <Checkbox
        label={label}
        checked={value === true}
        onChange={({ currentTarget: { checked } }) => onChange(checked)}
      />
    );
  }
  if (control === 'names') {
    return (
      <MultiSelect
        label={label}
        data={options ?? []}
        value={Array.isArray(value) ? [...(value as readonly string[])] : []}
        placeholder={Array.isArray(value) ? '' : 'any maker'}
        error={error}
        searchable
        onChange={onChange}
      />
    );
  }
  return (
    <NumberEntry
      label={label}
      {...(unit && { unit })}
      percent={control === 'share'}
      placeholder="no limit"
      value={typeof value === 'number' ? value : undefined}
      error={error}
      onChange={onChange}
    />
  );
}
