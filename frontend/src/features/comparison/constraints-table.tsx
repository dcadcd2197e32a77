import type { CSSProperties } from 'react';

import type { ConfigurationResult, Constraint, RemainingConstraint, Result } from '@/api/types';
import { Needs } from '@/components/field-links';
import { Figure } from '@/components/figure';
import { Marker } from '@/components/marker';
import { ScrollRegion } from '@/components/scroll-region';
import { formatValue } from '@/lib/format';
import { useRovingFocus } from '@/lib/use-roving-focus';

import classes from './constraints-table.module.css';

/** How many hosts each constraint asks for, in each configuration. */
export function ConstraintsTable({ result }: { result: Result }) {
  const table = useRovingFocus();
  const keys = [
    ...new Map(
      result.configurations.flatMap((each) => each.constraints).map((each) => [each.key, each.label]),
    ),
  ];
  return (
    <ScrollRegion label="Constraints, table">
      <table
        ref={table}
        className={classes.table}
        style={{ '--columns': result.configurations.length } as CSSProperties}
      >
        <thead>
          <tr>
            <th scope="col">Constraint</th>
            {result.configurations.map((configuration, index) => (
              <th key={configuration.key} scope="col">
                <span className={classes.name}>
                  <Marker index={index} /> {configuration.name}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keys.map(([key, label]) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              {result.configurations.map((configuration) => {
                const constraint = configuration.constraints.find((each) => each.key === key);
                return (
                  <td key={configuration.key} data-binding={constraint?.binding}>
                    {constraint && (
                      <ConstraintCell
                        constraint={constraint}
                        remaining={remaining(configuration, key)}
                        configuration={configuration.key}
                        name={configuration.name}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** What remains of a constraint with hosts failed, and how many are. */
function remaining(configuration: ConfigurationResult, key: string): Remaining | undefined {
  const failure = configuration.failure_cases.find((each) => each.failed_hosts > 0);
  const found = failure?.constraints.find((each) => each.key === key);
  return failure && found && { ...found, failedHosts: failure.failed_hosts, label: failure.label };
}

type Remaining = RemainingConstraint & { failedHosts: number };

interface CellProps {
  constraint: Constraint;
  remaining: Remaining | undefined;
  configuration: string;
  name: string;
}

function ConstraintCell({ constraint, remaining: left, configuration, name }: CellProps) {
  const { hosts, slack_share: slack } = constraint;
  const counted = hosts.state === 'evaluated';
  const words = [
    counted && constraint.spare_hosts > 0 ? `incl. ${String(constraint.spare_hosts)} spare` : null,
    constraint.satisfied === false ? 'not enough hosts' : null,
  ].filter((each) => each !== null);
  return (
    <div className={classes.cell} data-state={hosts.state}>
      <div className={classes.line}>
        {constraint.binding && <span className={classes.binding}>binding</span>}
        {constraint.runner_up && <span className={classes.runnerUp}>next</span>}
        <Figure
          configuration={configuration}
          quantity={constraint.quantity}
          shown={formatValue(hosts, 'count', '', '')}
          state={hosts.state}
          label={`Hosts for ${constraint.label}, ${name}`}
        />
      </div>
      <div className={classes.note}>
        {words.join(', ')}
        {slack?.state === 'evaluated' && constraint.slack_quantity && (
          <>
            {words.length > 0 && '\u00a0\u00b7 '}
            <Figure
              configuration={configuration}
              quantity={constraint.slack_quantity}
              before="slack"
              shown={formatValue(slack, 'share', '', '')}
              label={`Slack of ${constraint.label}, ${name}`}
              hint="How much the demand may grow before it needs another host"
            />
          </>
        )}
        {left?.slack_share?.state === 'evaluated' && left.slack_quantity && (
          <>
            {'\u00a0\u00b7 '}
            <Figure
              configuration={configuration}
              quantity={left.slack_quantity}
              failedHosts={left.failedHosts}
              before={`${String(left.failedHosts)} down`}
              shown={formatValue(left.slack_share, 'share', '', '')}
              tone={left.satisfied === false ? 'warn' : undefined}
              label={`Slack of ${constraint.label} with ${left.label}, ${name}`}
              hint={`With ${left.label}: how much the demand may grow on the hosts that run`}
            />
          </>
        )}
        <Needs value={hosts} />
      </div>
    </div>
  );
}
