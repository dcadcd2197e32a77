import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { catalogueTableQuery } from '@/api/catalogue';
import { errorText } from '@/api/client';
import type { CatalogueTable, Plan, SearchChoice } from '@/api/types';
import { formatCounted } from '@/lib/format';
import type { FieldSpec } from '@/plan/form-types';

import { offeredQuery } from './queries';
import { type Conditions, fieldsToVary, filtersOf, specOf, valuesOf } from './question';
import classes from './search.module.css';

/** Controls that narrow a table of the catalogue down. */
export type CatalogueControls = (
  table: CatalogueTable,
  where: Conditions,
  onWhere: (where: Conditions) => void,
) => ReactNode;

interface Props {
  plan: Plan;
  configuration: string;
  layout: string;
  /** The fields that vary already. */
  varied: readonly string[];
  controls: CatalogueControls;
  onClose: () => void;
  onAdd: (choice: SearchChoice) => void;
}

/** A further field that may differ: its values, or rows of the catalogue. */
export function NewChoice({ plan, configuration, layout, varied, controls, onClose, onAdd }: Props) {
  const [field, setField] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [left, setLeft] = useState<readonly unknown[]>([]);
  const [where, setWhere] = useState<Conditions>({});
  const spec = specOf(field);
  const { data: table } = useQuery({
    ...catalogueTableQuery(spec?.catalogue ?? ''),
    enabled: spec?.catalogue !== undefined,
  });
  const typed = spec ? valuesOf(text, spec.kind) : { values: [] };
  const named = spec ? namedValues(spec) : undefined;
  const values = named
    ? named.map((each) => each.value).filter((each) => !left.includes(each))
    : typed.values;
  const rows = table && filtersOf(where, table.columns);
  const choice: SearchChoice | undefined =
    field === null
      ? undefined
      : spec?.catalogue !== undefined
        ? rows && { field, rows }
        : values.length > 0
          ? { field, values }
          : undefined;
  const checked = useQuery({
    ...offeredQuery(plan, configuration, choice ? [choice] : []),
    enabled: choice !== undefined,
  });
  const found = choice && checked.data?.choices[0];
  const wrong = typed.problem ?? (choice && checked.error ? errorText(checked.error) : undefined);
  return (
    <fieldset className={classes.added}>
      <legend>Another field that may differ</legend>
      <Select
        label="Field"
        data-autofocus
        className={classes.field}
        searchable
        placeholder="Pick a field"
        nothingFoundMessage="No such field"
        data={fieldsToVary(layout, varied)}
        value={field}
        onChange={(next) => {
          setField(next);
          setText('');
          setLeft([]);
          setWhere({});
        }}
      />
      {spec?.catalogue !== undefined && table && controls(table, where, setWhere)}
      {named?.map(({ value, label }) => (
        <Checkbox
          key={label}
          label={label}
          checked={!left.includes(value)}
          onChange={() =>
            setLeft(left.includes(value) ? left.filter((each) => each !== value) : [...left, value])
          }
        />
      ))}
      {spec && spec.catalogue === undefined && !named && (
        <TextInput
          label={`Values${(spec.unit ?? (spec.kind === 'share' ? '%' : '')) ? `, ${spec.unit ?? '%'}` : ''}`}
          description="Between semicolons"
          placeholder="768; 1024; 1536"
          className={classes.field}
          value={text}
          error={typed.problem}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <p
        role="status"
        className={classes.some}
        data-wrong={wrong !== undefined && typed.problem === undefined}
      >
        {wrong !== undefined
          ? typed.problem === undefined && wrong
          : found && `${formatCounted(found.options.length, 'options')}: ${found.options.join(', ')}`}
      </p>
      <div className={classes.actions}>
        <Button
          variant="filled"
          disabled={!found || wrong !== undefined}
          onClick={() => choice && onAdd(choice)}
        >
          Add
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </fieldset>
  );
}

/** The values of a field that has few, each with its name. */
function namedValues(spec: FieldSpec): { value: unknown; label: string }[] | undefined {
  if (spec.kind === 'choice') return spec.choices;
  if (spec.kind !== 'flag') return undefined;
  return [
    { value: true, label: 'yes' },
    { value: false, label: 'no' },
  ];
}
