import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';

import type { FieldProblem } from '@/api/types';

import classes from './estate.module.css';

/** What a table must say, and what else is worth naming. */
const FIELDS = [
  ['name', 'Name of the VM'],
  ['vcpu', 'vCPU'],
  ['memory_gib', 'Memory'],
  ['disk_gb', 'Disk capacity'],
  ['used_gb', 'Disk in use'],
  ['power', 'Power state'],
  ['os', 'Guest system'],
  ['cluster', 'Cluster'],
  ['iops_average', 'I/O per second, mean'],
  ['iops_peak', 'I/O per second, peak'],
] as const;
const NEEDED = ['name'] as const;

interface Props {
  /** One for each header: its text is the message, the column that it seems to be the hint. */
  columns: readonly FieldProblem[];
  busy: boolean;
  onMapping: (mapping: Record<string, string>) => void;
}

/** Which column of a table is what; as it was the last time for a table with these headers. */
export function MappingForm({ columns, busy, onMapping }: Props) {
  const headers = columns.map((each) => each.message);
  const [mapping, setMapping] = useState<Record<string, string>>(
    () =>
      keptMapping(headers) ??
      Object.fromEntries(columns.flatMap(({ hint, message }) => (hint ? [[hint, message]] : []))),
  );
  const complete = NEEDED.every((each) => mapping[each]) && (mapping.vcpu || mapping.memory_gib);
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
      <div className={classes.scope}>
        {FIELDS.map(([field, label]) => (
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
              setMapping((before) => ({ ...before, [field]: header }));
            }}
          />
        ))}
      </div>
      <p className={`soft small ${classes.sentences ?? ''}`}>
        A name and vCPU or memory are needed. Units are read from the headers, else from the size of the
        numbers.
      </p>
      <Button type="submit" variant="filled" size="sm" disabled={!complete} loading={busy}>
        Read the table
      </Button>
    </form>
  );
}

const PREFIX = 'hostwise.columns.';
const keyOf = (headers: readonly string[]) => PREFIX + headers.join('|');

function keptMapping(headers: readonly string[]): Record<string, string> | null {
  try {
    const text = localStorage.getItem(keyOf(headers));
    return text === null ? null : (JSON.parse(text) as Record<string, string>);
  } catch {
    return null;
  }
}

function keepMapping(headers: readonly string[], mapping: Record<string, string>): void {
  try {
    localStorage.setItem(keyOf(headers), JSON.stringify(mapping));
  } catch {
    // Without room it is asked for again the next time.
  }
}
