import { Select } from '@mantine/core';
import { lazy, useState } from 'react';

import type { ConfigurationMemory, GroupOperations, MemoryReport, Plan } from '@/api/types';
import { FieldAction } from '@/components/field-links';
import { LazyBoundary } from '@/components/lazy-boundary';
import { Section } from '@/components/section';
import { formatNumber } from '@/lib/format';
import { letterOf } from '@/lib/letter';
import { MEDIA } from '@/lib/media';

import classes from './memory.module.css';

const OpmChart = lazy(() => import('@/charts/opm-chart'));

interface Props {
  plan: Plan;
  report: MemoryReport;
  place: number;
}

/** What memory overcommitment costs in operations per minute, as somebody measured it. */
export function OperationsSection({ plan, report, place }: Props) {
  const groups = report.configurations[0]?.operations ?? [];
  const measured = groups.findIndex((each) => each.model !== null);
  const [wanted, setWanted] = useState<number | null>(null);
  const chosen = wanted !== null && wanted < groups.length ? wanted : Math.max(0, measured);
  return (
    <Section title="Operations per minute" hint="Against memory overcommitment, as measured">
      {groups.length > 1 && (
        <Select
          className={classes.picker}
          label="VM group"
          allowDeselect={false}
          value={String(chosen)}
          data={groups.map((each, index) => ({ value: String(index), label: each.group }))}
          onChange={(value) => setWanted(Number(value))}
        />
      )}
      {groups[chosen]?.model ? (
        <>
          <ModelLine operations={groups[chosen]} />
          <div className={classes.charts}>
            {report.configurations.map((configuration) => (
              <Configuration
                key={configuration.key}
                configuration={configuration}
                operations={configuration.operations[chosen]}
                place={place}
                at={plan.configurations.findIndex((each) => each.key === configuration.key)}
              />
            ))}
          </div>
        </>
      ) : (
        <NoModel note={groups[chosen]?.note ?? null} group={chosen} />
      )}
    </Section>
  );
}

/** Which measurement it is, and who made it. */
function ModelLine({ operations }: { operations: GroupOperations | undefined }) {
  const model = operations?.model;
  if (!model) return null;
  return (
    <p className={classes.model}>
      {model.name}.{' '}
      <span className="soft">
        {[
          (model.citations ?? []).map((each) => each.citation).join('; '),
          model.validity && `Holds for: ${model.validity}`,
        ]
          .filter(Boolean)
          .join('. ')}
      </span>
    </p>
  );
}

function NoModel({ note, group }: { note: string | null; group: number }) {
  const pointer = `/workload/groups/${String(group)}/opm_model`;
  return (
    <p className="soft">
      Not evaluated. {note} <FieldAction pointer={pointer}>choose a model</FieldAction>
    </p>
  );
}

interface ConfigurationProps {
  configuration: ConfigurationMemory;
  operations: GroupOperations | undefined;
  place: number;
  /** Place of the configuration in the plan. */
  at: number;
}

function Configuration({ configuration, operations, place, at }: ConfigurationProps) {
  if (!operations?.model) return null;
  return (
    <div>
      <LazyBoundary fallback={<div style={{ minHeight: 340 }} />}>
        <OpmChart
          configuration={configuration}
          operations={operations}
          model={operations.model}
          place={place}
        />
      </LazyBoundary>
      <Statements operations={operations} />
      {operations.note && (
        <p className="soft small">
          {operations.note}{' '}
          {operations.medium === null && at >= 0 && (
            <FieldAction pointer={`/configurations/${String(at)}/swap/medium`}>
              choose where it swaps to
            </FieldAction>
          )}
        </p>
      )}
    </div>
  );
}

/** What the source says without a figure; the letters are those of the chart. */
function Statements({ operations }: { operations: GroupOperations }) {
  const statements = operations.curve?.markers ?? operations.model?.markers ?? [];
  if (statements.length === 0) return null;
  return (
    <ul className={classes.statements}>
      {statements.map((each, index) => (
        <li key={`${each.medium} ${String(each.overcommit_ratio)}`}>
          <strong>{letterOf(index)}</strong> {formatNumber(each.overcommit_ratio)}, {MEDIA[each.medium].label}
          : {each.statement}{' '}
          <span className="soft">({[each.kind, each.locator].filter(Boolean).join(', ')})</span>
        </li>
      ))}
    </ul>
  );
}
