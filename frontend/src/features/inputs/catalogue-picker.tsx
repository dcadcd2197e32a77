import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, useMemo } from 'react';

import { catalogueTableQuery } from '@/api/catalogue';
import { hasWords, wordsOf } from '@/lib/words';

import classes from './field-row.module.css';

interface Props {
  id: string;
  kind: string;
  value: string | undefined;
  placeholder: string;
  clearable: boolean;
  error: string | undefined;
  onChange: (key: string | undefined) => void;
}

/** A searchable choice from the catalogue, as a list. */
export const CataloguePicker = memo(function CataloguePicker(props: Props) {
  const { id, kind, value, placeholder, clearable, error, onChange } = props;
  const { data } = useQuery(catalogueTableQuery(kind));
  const known = useMemo(
    () =>
      new Map(
        (data?.rows ?? []).flatMap(({ picked_as: picked, name, details }) =>
          picked === null ? [] : [[picked, { value: picked, label: name, details }] as const],
        ),
      ),
    [data],
  );
  const unknown = value !== undefined && !known.has(value) ? [{ value, label: value }] : [];
  /** Rows with all words in label, key or details, in any order. */
  const filter: OptionsFilter = ({ options, search }) => {
    const words = wordsOf(search);
    return (options as ComboboxItem[]).filter((item) =>
      hasWords(words, [item.label, item.value, known.get(item.value)?.details]),
    );
  };
  return (
    <Select
      id={id}
      data={[...known.values(), ...unknown]}
      value={value ?? null}
      onChange={(key) => onChange(key ?? undefined)}
      searchable
      filter={filter}
      clearable={clearable}
      allowDeselect={false}
      clearButtonProps={{ 'aria-label': 'Use own figures instead', size: '24px' }}
      placeholder={placeholder}
      nothingFoundMessage="No match in the catalogue"
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
});
