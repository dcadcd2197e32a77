import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { catalogueQuery } from '@/api/catalogue';
import type { EstateChoices, EstateData, EstateGlance, EstateQuestion, StorageBase } from '@/api/types';
import { NumberEntry } from '@/components/number-entry';
import { formatExact } from '@/lib/format';
import { formatSize } from '@/lib/sizes';

import classes from './assumption-line.module.css';
import { toggledCluster } from './clusters';

interface Props {
  choices: EstateChoices;
  glance: EstateGlance;
  /** What counts as data by each base. */
  data: readonly EstateData[];
  question: EstateQuestion;
  onChange: (choices: EstateChoices) => void;
}

/** What the decision rests on before anything else, each changed in place. */
export function AssumptionLine({ choices, glance, data, question, onChange }: Props) {
  const scope = choices.scope ?? {};
  const stacks =
    useQuery({ ...catalogueQuery('stacks'), enabled: question === 'new_cluster' }).data?.rows ?? [];
  return (
    <div role="group" aria-label="Assumptions" className={classes.line}>
      <Settled
        label="Growth a year"
        percent
        placeholder="0"
        value={choices.growth_share ?? undefined}
        onSettle={(value) => onChange({ ...choices, growth_share: value ?? null })}
      />
      {!glance.says.includes('I/O') && (
        <div className={classes.io}>
          {(choices.assume_io ?? true) ? (
            <>
              <Settled
                label={'I/O per vCPU \u2013 assumed'}
                unit="IOPS"
                value={choices.iops_average_per_vcpu ?? 15}
                onSettle={(value) => onChange({ ...choices, iops_average_per_vcpu: value ?? 15 })}
              />
              <button
                type="button"
                className="link-button"
                onClick={() => onChange({ ...choices, assume_io: false })}
              >
                Leave out
              </button>
            </>
          ) : (
            <>
              <span className={classes.label}>I/O {'\u2013'} left out</span>
              <button
                type="button"
                className="link-button"
                onClick={() => onChange({ ...choices, assume_io: true })}
              >
                Assume {formatExact(choices.iops_average_per_vcpu ?? 15)} per vCPU
              </button>
            </>
          )}
        </div>
      )}
      {data.length > 0 && (
        <NativeSelect
          size="xs"
          label="Data"
          data={data.map(({ base, label, gb }) => ({
            value: base,
            label: `${label}, ${gb === null ? 'unknown' : formatSize(gb, 'GB')}`,
            disabled: gb === null && base !== choices.storage_base,
          }))}
          value={choices.storage_base ?? 'in_use'}
          onChange={(event) =>
            onChange({ ...choices, storage_base: event.currentTarget.value as StorageBase })
          }
        />
      )}
      {question === 'new_cluster' && (
        <NativeSelect
          size="xs"
          label="On"
          data={[{ value: '', label: 'vSAN ESA' }, ...stacks.flatMap(stackOption)]}
          value={choices.storage ?? ''}
          onChange={(event) => onChange({ ...choices, storage: event.currentTarget.value || null })}
        />
      )}
      {glance.clusters.length > 1 && (
        <fieldset className={classes.scope}>
          <legend>Scope</legend>
          {glance.clusters.map(({ name, totals }) => {
            const on = !scope.clusters?.length || scope.clusters.includes(name);
            return (
              <button
                key={name}
                type="button"
                aria-pressed={on}
                className={classes.chip}
                onClick={() =>
                  onChange({
                    ...choices,
                    scope: { ...scope, clusters: toggledCluster(scope.clusters ?? [], name, !on, glance) },
                  })
                }
              >
                {name || 'in no cluster'} ({formatExact(totals.vms)})
              </button>
            );
          })}
        </fieldset>
      )}
    </div>
  );
}

interface SettledProps {
  label: string;
  value: number | undefined;
  unit?: string;
  percent?: boolean;
  placeholder?: string;
  onSettle: (value: number | undefined) => void;
}

/** A number that counts once its field is left, or at Enter: what follows from it takes seconds. */
function Settled({ value, onSettle, ...field }: SettledProps) {
  const [typed, setTyped] = useState(value);
  const settle = () => {
    if (typed !== value) onSettle(typed);
  };
  return (
    <form
      className={classes.number}
      onSubmit={(event) => {
        event.preventDefault();
        settle();
      }}
    >
      <NumberEntry {...field} value={typed} onChange={setTyped} onLeave={settle} />
    </form>
  );
}

/** A storage stack whose hosts have one tier of drives, or none: candidates have no cache drives. */
const stackOption = ({ key, name, layout }: Record<string, unknown>) =>
  ['single_tier', 'external'].includes(String(layout)) && key !== 'vsan-esa'
    ? [{ value: String(key), label: String(name) }]
    : [];
