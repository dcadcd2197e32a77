import { Button, Checkbox, CloseButton, NumberInput, Select, TextInput } from '@mantine/core';
import { useId, useState } from 'react';

import type { CatalogueColumn, CatalogueTable } from '@/api/types';
import { SearchIcon } from '@/components/icons';

import {
  type CatalogueSearch,
  catalogueSearch,
  type Condition,
  textsOf,
  withCondition,
} from './catalogue-search';
import classes from './catalogue.module.css';

interface Props {
  table: CatalogueTable;
  search: CatalogueSearch;
  onSearch: (search: CatalogueSearch) => void;
  /** Whether rows can be searched by words. */
  words?: boolean;
}

/** What narrows a table down: words, and a control for each column that declares one; on a phone behind a button. */
export function CatalogueFilters({ table, search, onSearch, words = true }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const inForce = Object.keys(search.where ?? {}).length;
  return (
    <form
      className={classes.filters}
      aria-label={`Filter ${table.label.toLowerCase()}`}
      onSubmit={(event) => event.preventDefault()}
    >
      {words && (
        <TextInput
          type="search"
          label="Search"
          placeholder="Words, in any order"
          className={classes.search}
          leftSection={<SearchIcon size={14} />}
          rightSection={
            search.text ? (
              <CloseButton
                size="xs"
                aria-label="Clear search"
                onClick={() => onSearch(catalogueSearch({ ...search, text: undefined }))}
              />
            ) : undefined
          }
          value={search.text ?? ''}
          onChange={(event) => onSearch(catalogueSearch({ ...search, text: event.currentTarget.value }))}
        />
      )}
      <Button
        className={classes.opener}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {inForce === 0 ? 'Filters' : `Filters (${String(inForce)})`}
      </Button>
      <div id={id} className={classes.controls} data-open={open}>
        {table.columns.map((column) => (
          <ColumnFilter
            key={column.key}
            table={table}
            column={column}
            condition={search.where?.[column.key]}
            onCondition={(condition) => onSearch(withCondition(search, column.key, condition))}
          />
        ))}
      </div>
    </form>
  );
}

interface ColumnProps {
  table: CatalogueTable;
  column: CatalogueColumn;
  condition: Condition | undefined;
  onCondition: (condition: Condition | undefined) => void;
}

function ColumnFilter({ table, column, condition, onCondition }: ColumnProps) {
  if (column.filter === 'set') {
    return (
      <Select
        label={column.label}
        placeholder="All"
        clearable
        searchable
        className={classes.choice}
        data={textsOf(table, column)}
        value={typeof condition === 'string' ? condition : null}
        comboboxProps={{ width: 'max-content', position: 'bottom-start', shadow: 'sm' }}
        onChange={(value) => onCondition(value ?? undefined)}
      />
    );
  }
  if (column.filter === 'range') {
    return <RangeFilter column={column} condition={condition} onCondition={onCondition} />;
  }
  if (column.filter === 'known') {
    return (
      <Checkbox
        label={`${column.label} known`}
        className={classes.known}
        checked={condition === true}
        onChange={(event) => onCondition(event.currentTarget.checked ? true : undefined)}
      />
    );
  }
  return null;
}

type RangeProps = Omit<ColumnProps, 'table'>;

function RangeFilter({ column: { label, unit }, condition, onCondition }: RangeProps) {
  const range = typeof condition === 'object' ? condition : {};
  const heading = unit === '' ? label : `${label}, ${unit}`;
  const end = (key: 'min' | 'max', name: string) => (
    <NumberInput
      hideControls
      aria-label={`${heading}: ${name}`}
      placeholder={name}
      value={range[key] ?? ''}
      onChange={(value) => {
        const rest = { ...range, [key]: typeof value === 'number' ? value : undefined };
        onCondition(rest.min === undefined && rest.max === undefined ? undefined : rest);
      }}
    />
  );
  return (
    <fieldset className={classes.range}>
      <legend>{heading}</legend>
      <div className={classes.ends}>
        {end('min', 'from')}
        {end('max', 'to')}
      </div>
    </fieldset>
  );
}
