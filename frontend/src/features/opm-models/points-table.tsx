import { ActionIcon, Button, Select, TextInput } from '@mantine/core';

import type { ReactNode } from 'react';

import type { SwapMedium } from '@/api/types';
import { PlusIcon, TrashIcon } from '@/components/icons';
import { NumberEntry } from '@/components/number-entry';
import { MEDIA } from '@/lib/media';

import type { PointRow } from './model-form';
import classes from './points-table.module.css';
import type { ModelEditor } from './use-model-editor';

interface Props {
  editor: ModelEditor;
  problems: ReadonlyMap<string, string>;
}

const MEDIUM_CHOICES = Object.entries(MEDIA).map(([value, { label }]) => ({ value, label }));

/** The measured points, one row each. */
export function PointsTable({ editor, problems }: Props) {
  const { form, addRow } = editor;
  const share = form.measure === 'share_of_baseline';
  return (
    <div>
      <div className={classes.head} aria-hidden="true">
        <span>Swap medium</span>
        <span className={classes.right}>Overcommit</span>
        <span className={classes.right}>{share ? 'Of baseline' : 'OPM per VM'}</span>
        <span className={classes.right}>VMs</span>
        <span className={classes.right}>Window</span>
        <span>Note</span>
      </div>
      <ul className={classes.rows} aria-label="Points">
        {form.points.map((row, index) => (
          <Row
            key={row.id}
            row={row}
            number={index + 1}
            share={share}
            problemOf={(field) => problems.get(`points.${row.id}.${field}`)}
            onChange={(patch) => editor.changeRow(row.id, patch)}
            onRemove={() => editor.removeRow(row.id)}
          />
        ))}
      </ul>
      {problems.has('points') && <p className={classes.problem}>{problems.get('points')}</p>}
      <Button leftSection={<PlusIcon size={14} />} onClick={addRow} mt={8}>
        Add a point
      </Button>
    </div>
  );
}

interface RowProps {
  row: PointRow;
  number: number;
  share: boolean;
  problemOf: (field: string) => string | undefined;
  onChange: (patch: Partial<PointRow>) => void;
  onRemove: () => void;
}

function Row({ row, number, share, problemOf, onChange, onRemove }: RowProps) {
  const named = (label: string) => `${label}, point ${String(number)}`;
  return (
    <li className={classes.row}>
      <Cell label="Swap medium" className={classes.medium}>
        <Select
          aria-label={named('Swap medium')}
          placeholder="Choose"
          data={MEDIUM_CHOICES}
          value={row.medium}
          allowDeselect={false}
          error={problemOf('medium')}
          onChange={(medium) => onChange({ medium: medium as SwapMedium | null })}
        />
      </Cell>
      <Cell label="Overcommit">
        <NumberEntry
          aria-label={named('Overcommit ratio')}
          unit=": 1"
          value={row.overcommit_ratio}
          error={problemOf('overcommit_ratio')}
          onChange={(overcommit_ratio) => onChange({ overcommit_ratio })}
        />
      </Cell>
      <Cell label={share ? 'Of baseline' : 'OPM per VM'}>
        <NumberEntry
          key={share ? 'share' : 'opm'}
          aria-label={named(share ? 'Share of the baseline' : 'OPM per VM')}
          percent={share}
          value={row.per_vm}
          error={problemOf('per_vm')}
          onChange={(per_vm) => onChange({ per_vm })}
        />
      </Cell>
      <Cell label="VMs">
        <NumberEntry
          aria-label={named('VMs')}
          whole
          value={row.vms}
          error={problemOf('vms')}
          onChange={(vms) => onChange({ vms })}
        />
      </Cell>
      <Cell label="Window">
        <NumberEntry
          aria-label={named('Window')}
          unit="min"
          value={row.window_minutes}
          error={problemOf('window_minutes')}
          onChange={(window_minutes) => onChange({ window_minutes })}
        />
      </Cell>
      <Cell label="Note" className={classes.note}>
        <TextInput
          aria-label={named('Note')}
          value={row.note}
          error={problemOf('note')}
          onChange={(event) => onChange({ note: event.currentTarget.value })}
        />
      </Cell>
      <ActionIcon className={classes.remove} aria-label={`Remove point ${String(number)}`} onClick={onRemove}>
        <TrashIcon />
      </ActionIcon>
    </li>
  );
}

/** On narrow screens, where no head stands above the columns, each cell says what it is. */
function Cell({
  label,
  className = '',
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={`${classes.cell} ${className}`} data-label={label}>
      {children}
    </div>
  );
}
