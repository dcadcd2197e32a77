import {
  type ComboboxItem,
  type ComboboxParsedItem,
  type ComboboxParsedItemGroup,
  type OptionsFilter,
  Select,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, useMemo } from 'react';

import { catalogueOptions, underHeadings } from '@/plan/catalogue-options';
import { catalogueQuery } from '@/api/catalogue';
import { hasWords, wordsOf } from '@/lib/words';

import classes from './field-row.module.css';

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
  /** Rows with all words in label, key or details, in any order; all of a heading that has them. */
  const filter: OptionsFilter = ({ options: all, search }) => {
    const words = wordsOf(search);
    const has = (item: ComboboxItem) =>
      hasWords(words, [item.label, item.value, known.get(item.value)?.details]);
    return all.flatMap((each): ComboboxParsedItem | ComboboxParsedItem[] => {
      if (!isGroup(each)) return has(each) ? [each] : [];
      const whole = typeof each.group === 'string' && hasWords(words, [each.group]);
      const items = whole ? each.items : each.items.filter(has);
      return items.length > 0 ? [{ ...each, items }] : [];
    });
  };
  return (
    <Select
      id={id}
      data={underHeadings([...options, ...unknown])}
      value={value ?? null}
      onChange={(key) => onChange(key ?? undefined)}
      searchable
      filter={filter}
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

const isGroup = (item: ComboboxParsedItem): item is ComboboxParsedItemGroup => 'group' in item;
