import type { CSSProperties } from 'react';

import type { ConfigurationResult, Constraint, RemainingConstraint, Result } from '@/api/types';
import { FieldLinks } from '@/components/field-links';
import { Marker } from '@/components/marker';
import { usePlanActions } from '@/plan/plan-actions';
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
  const { explain } = usePlanActions();
  const { hosts, slack_share: slack } = constraint;
  const shown = formatValue(hosts, 'count', '', '');
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
        <button
          type="button"
          className={classes.value}
          aria-label={`Hosts for ${constraint.label}, ${name}: ${shown.text}. Why?`}
          title={`${shown.full} \u2014 why?`}
          onClick={() => explain(configuration, constraint.quantity)}
        >
          {shown.text}
        </button>
      </div>
      <div className={classes.note}>
        {words.join(', ')}
        {slack?.state === 'evaluated' && constraint.slack_quantity && (
          <>
            {words.length > 0 && '\u00a0\u00b7 '}
            <button
              type="button"
              className={classes.value}
              aria-label={`Slack of ${constraint.label}, ${name}. Why?`}
              title="How much the demand may grow before it needs another host"
              onClick={() => explain(configuration, constraint.slack_quantity ?? '')}
            >
              slack {formatValue(slack, 'share', '', '').text}
            </button>
          </>
        )}
        {left?.slack_share?.state === 'evaluated' && left.slack_quantity && (
          <>
            {'\u00a0\u00b7 '}
            <button
              type="button"
              className={classes.value}
              data-short={left.satisfied === false}
              aria-label={`Slack of ${constraint.label} with ${left.label}, ${name}. Why?`}
              title={`With ${left.label}: how much the demand may grow on the hosts that run`}
              onClick={() => explain(configuration, left.slack_quantity ?? '', left.failedHosts)}
            >
              {left.failedHosts} down {formatValue(left.slack_share, 'share', '', '').text}
            </button>
          </>
        )}
        {hosts.state === 'not_evaluated' && (hosts.missing ?? []).length > 0 && (
          <>
            needs <FieldLinks pointers={hosts.missing ?? []} ownerKnown />
          </>
        )}
      </div>
    </div>
  );
}
