import { Button, NativeSelect } from '@mantine/core';
import { type ReactNode, useState } from 'react';

import type { FieldProblem } from '@/api/types';
import { isObject } from '@/lib/json';
import { keepText, keptJson } from '@/lib/storage';

import classes from './mapping-form.module.css';

export type Mapping = Record<string, string>;

interface Props {
  /** One for each header: its text is the message, the column that it seems to be the hint. */
  columns: readonly FieldProblem[];
  /** Key and label of what a column may be. */
  fields: readonly (readonly [key: string, label: string])[];
  /** Whether the columns that are named are enough to read the table. */
  isComplete: (mapping: Mapping) => boolean;
  busy: boolean;
  onMapping: (mapping: Mapping) => void;
  /** What is needed, in words. */
  children: ReactNode;
}

/** Maps the columns of a table to their meaning; starts with the last mapping of a table with these headers. */
export function MappingForm({ columns, fields, isComplete, busy, onMapping, children }: Props) {
  const headers = columns.map((each) => each.message);
  const [mapping, setMapping] = useState<Mapping>(
    () =>
      keptMapping(headers) ??
      Object.fromEntries(columns.flatMap(({ hint, message }) => (hint ? [[hint, message]] : []))),
  );
  return (
    <form
      aria-label="Columns"
      onSubmit={(event) => {
        event.preventDefault();
        const chosen = Object.fromEntries(Object.entries(mapping).filter(([, header]) => header !== ''));
        keepMapping(headers, chosen);
        onMapping(chosen);
      }}
    >
      <div className={classes.fields}>
        {fields.map(([field, label]) => (
          <NativeSelect
            key={field}
            size="xs"
            label={label}
            data={[
              { value: '', label: 'not in this table' },
              ...headers.map((each) => ({ value: each, label: each })),
            ]}
            value={mapping[field] ?? ''}
            onChange={(event) => {
              const header = event.currentTarget.value;
              // A column is one thing: where it was chosen before, or only seemed to belong, it goes.
              setMapping((before) => ({
                ...Object.fromEntries(Object.entries(before).filter(([, other]) => other !== header)),
                [field]: header,
              }));
            }}
          />
        ))}
      </div>
      <p className={`soft small ${classes.hint ?? ''}`}>{children}</p>
      <Button type="submit" variant="filled" size="sm" disabled={!isComplete(mapping)} loading={busy}>
        Read the table
      </Button>
    </form>
  );
}

const PREFIX = 'hostwise.columns.';
const keyOf = (headers: readonly string[]) => PREFIX + headers.join('|');

function keptMapping(headers: readonly string[]): Mapping | null {
  const kept = keptJson(keyOf(headers));
  return isObject(kept) && Object.values(kept).every((each) => typeof each === 'string')
    ? (kept as Mapping)
    : null;
}

/** If storage is full, the user has to map again the next time. */
function keepMapping(headers: readonly string[], mapping: Mapping): void {
  keepText(keyOf(headers), JSON.stringify(mapping));
}
