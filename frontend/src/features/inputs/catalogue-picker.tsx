import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, useMemo } from 'react';

import { catalogueOptions, underHeadings } from '@/plan/catalogue-options';
import classes from './field-row.module.css';
import { catalogueQuery } from '@/api/catalogue';

interface Props {
  id: string;
  kind: string;
  value: string | undefined;
  /** Only rows for which this holds are offered. */
  fits?: (row: Record<string, unknown>) => boolean;
  placeholder: string;
  clearable: boolean;
  error: string | undefined;
  onChange: (key: string | undefined) => void;
}

/** A searchable choice from the catalogue. */
export const CataloguePicker = memo(function CataloguePicker(props: Props) {
  const { id, kind, value, fits, placeholder, clearable, error, onChange } = props;
  const { data } = useQuery(catalogueQuery(kind));
  const options = useMemo(
    () =>
      catalogueOptions(
        kind,
        (data?.rows ?? []).filter((row) => !fits || fits(row) || row.key === value),
      ),
    [kind, data, fits, value],
  );
  const known = new Map(options.map((option) => [option.value, option]));
  const unknown = value !== undefined && !known.has(value) ? [{ value, label: value, details: '' }] : [];
  return (
    <Select
      id={id}
      data={underHeadings([...options, ...unknown])}
      value={value ?? null}
      onChange={(key) => onChange(key ?? undefined)}
      searchable
      clearable={clearable}
      allowDeselect={false}
      clearButtonProps={{ 'aria-label': 'Use own figures instead', size: '24px' }}
      placeholder={placeholder}
      nothingFoundMessage="The catalogue has nothing like it"
      comboboxProps={{ width: 360, position: 'bottom-end', shadow: 'sm' }}
      error={error}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <span>{known.get(option.value)?.short ?? option.label}</span>
          <span className={classes.optionDetails}>{known.get(option.value)?.details}</span>
        </span>
      )}
    />
  );
});
