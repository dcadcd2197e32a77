import type { CSSProperties } from 'react';

import type { Constraint, Result } from '@/api/types';
import { FieldLinks } from '@/components/field-links';
import { Figure } from '@/components/figure';
import { Marker } from '@/components/marker';
import { ScrollRegion } from '@/components/scroll-region';
import { formatValue } from '@/lib/format';

import classes from './limits-map.module.css';

/** Limits that are shown; those that ask for the fewest hosts stand in the table of all of them. */
const MOST_SHOWN = 7;

interface Line {
  key: string;
  label: string;
  limits: (Constraint | undefined)[];
  /** The most hosts that it asks for, as a share of those of the configuration. */
  most: number;
  /** How many configurations it binds, or may bind. */
  binding: number;
}

/** How many hosts each limit asks for, as a map: what binds is dark, what is far from binding is light. */
export function LimitsMap({ result }: { result: Result }) {
  const { configurations } = result;
  const most = configurations.map(({ constraints }) =>
    Math.max(0, ...constraints.map((each) => each.hosts.value ?? 0)),
  );
  const lines = linesOf(result, most);
  const shown = lines.slice(0, MOST_SHOWN);
  const left = lines.length - shown.length;
  return (
    <>
      <ScrollRegion label="Hosts by limit, table">
        <table className={classes.table} style={{ '--columns': configurations.length } as CSSProperties}>
          <thead>
            <tr>
              <th scope="col">Hosts needed for</th>
              {configurations.map(({ key, name }, index) => (
                <th key={key} scope="col" title={name}>
                  <span className={classes.name}>
                    <Marker index={index} />
                    <span>{name}</span>
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ label, limits }, place) => (
              // By place: another limit is written into a line, no line moves.
              <tr key={place}>
                <th scope="row">{label}</th>
                {configurations.map((configuration, index) => (
                  <LimitCell
                    key={configuration.key}
                    limit={limits[index]}
                    most={most[index] ?? 0}
                    configuration={configuration.key}
                    name={configuration.name}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className={classes.note}>
        Spare hosts included; bold binds.
        {left > 0 && ` ${String(left)} other ${left === 1 ? 'limit needs' : 'limits need'} fewer.`}
      </p>
    </>
  );
}

function linesOf({ configurations }: Result, most: readonly number[]): Line[] {
  const labels = new Map(
    configurations.flatMap((each) => each.constraints).map((each) => [each.key, each.label]),
  );
  return [...labels]
    .map(([key, label]) => {
      const limits = configurations.map((each) => each.constraints.find((limit) => limit.key === key));
      const shares = limits.map((each, index) => share(each, most[index] ?? 0));
      const binding = limits.filter((each) => each?.binding || each?.undecided).length;
      return { key, label, limits, most: Math.max(...shares), binding };
    })
    .filter(({ most: largest }) => largest > 0)
    .toSorted((one, other) => other.most - one.most || other.binding - one.binding);
}

/** What is not evaluated may bind: it stands beside what does. */
function share(limit: Constraint | undefined, most: number): number {
  if (limit === undefined) return 0;
  if (limit.hosts.state === 'evaluated') return (limit.hosts.value ?? 0) / Math.max(most, 1);
  return limit.undecided || limit.hosts.state === 'infinite' ? 1 : 0;
}

interface CellProps {
  limit: Constraint | undefined;
  most: number;
  configuration: string;
  name: string;
}

function LimitCell({ limit, most, configuration, name }: CellProps) {
  if (limit === undefined || limit.hosts.state === 'does_not_apply' || limit.hosts.state === 'no_limit') {
    return <td className={classes.nothing}>{'\u2013'}</td>;
  }
  const missing = limit.hosts.state === 'not_evaluated' ? (limit.hosts.missing ?? []) : [];
  return (
    <td
      data-binding={limit.binding}
      data-state={limit.hosts.state}
      style={{ '--share': share(limit, most) } as CSSProperties}
    >
      {missing.length > 0 ? (
        <>
          needs <FieldLinks pointers={missing.slice(0, 1)} ownerKnown />
        </>
      ) : (
        <Figure
          configuration={configuration}
          quantity={limit.quantity}
          shown={formatValue(limit.hosts, 'count', '', '')}
          state={limit.hosts.state}
          label={`Hosts for ${limit.label}, ${name}`}
          aside={limit.binding ? 'binds' : undefined}
          fill
        />
      )}
    </td>
  );
}
