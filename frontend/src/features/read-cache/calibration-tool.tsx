import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { ApiError, errorText } from '@/api/client';
import type { CalibrationCase } from '@/api/types';
import { PlusIcon, TrashIcon } from '@/components/icons';
import { Notice } from '@/components/notice';
import { NumberEntry } from '@/components/number-entry';

import { CalibrationAnswer } from './calibration-answer';
import { type CaseRow, caseOf, caseProblem, newCase } from './case-rows';
import { calibrationQuery } from './queries';
import classes from './read-cache.module.css';

const FIELDS: { name: keyof CaseRow['numbers']; label: string; percent?: boolean; unit?: string }[] = [
  { name: 'read_share', label: 'Reads', percent: true },
  { name: 'hit_share', label: 'Hits', percent: true },
  { name: 'baseline_latency_ms', label: 'Without cache', unit: 'ms' },
  { name: 'cached_latency_ms', label: 'With cache', unit: 'ms' },
];

/** Latencies of the flash from measured cases: those of the catalogue, or one's own. */
export function CalibrationTool() {
  const [rows, setRows] = useState<CaseRow[]>([]);
  const [asked, setAsked] = useState<CalibrationCase[] | null>(null);
  const query = useQuery(calibrationQuery(asked));
  const problems = query.error instanceof ApiError ? query.error.fields : [];
  const change = (id: number, patch: Partial<CaseRow>) =>
    setRows(rows.map((row) => (row.id === id ? { ...row, ...patch } : row)));
  const elsewhere = problems.filter((each) => !each.pointer.startsWith('/cases/'));
  return (
    <div className={classes.stacked}>
      {query.data && <CalibrationAnswer calibrations={query.data} />}
      <div className={classes.form}>
        <p className="soft">
          {asked === null ? 'These are the cases of the catalogue.' : 'These are your cases.'} Your own cases
          need the share of reads, the share of hits, and the mean latency without and with the cache.
        </p>
        <ul className={classes.cases}>
          {rows.map((row, index) => (
            <li key={row.id} className={classes.case}>
              <TextInput
                label="Name"
                value={row.name}
                error={caseProblem(problems, index, 'name')}
                aria-label={`Name, case ${String(index + 1)}`}
                onChange={(event) => change(row.id, { name: event.currentTarget.value })}
              />
              <ActionIcon
                aria-label={`Remove case ${String(index + 1)}`}
                onClick={() => setRows(rows.filter((each) => each.id !== row.id))}
              >
                <TrashIcon />
              </ActionIcon>
              {FIELDS.map(({ name, label, percent, unit }) => (
                <NumberEntry
                  key={name}
                  label={label}
                  percent={percent}
                  unit={unit}
                  aria-label={`${label}, case ${String(index + 1)}`}
                  value={row.numbers[name]}
                  error={caseProblem(problems, index, name)}
                  onChange={(value) => change(row.id, { numbers: { ...row.numbers, [name]: value } })}
                />
              ))}
            </li>
          ))}
        </ul>
        <div className={classes.buttons}>
          <Button leftSection={<PlusIcon size={14} />} onClick={() => setRows([...rows, newCase()])}>
            Add a case of your own
          </Button>
          {rows.length > 0 && (
            <Button variant="filled" loading={query.isFetching} onClick={() => setAsked(rows.map(caseOf))}>
              Calibrate
            </Button>
          )}
          {asked !== null && (
            <Button onClick={() => setAsked(null)}>Back to the cases of the catalogue</Button>
          )}
        </div>
        {query.error && (elsewhere.length > 0 || problems.length === 0) && (
          <Notice tone="error" title="Not calibrated.">
            {elsewhere.map((each) => each.message).join(' ') || errorText(query.error)}
          </Notice>
        )}
      </div>
    </div>
  );
}
