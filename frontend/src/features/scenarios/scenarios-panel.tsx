import { Button, TextInput } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { errorText } from '@/api/client';
import { cheapestOf, headlineOf } from '@/api/headline';
import type { ConfigurationResult, Plan, Result } from '@/api/types';
import { Marker } from '@/components/marker';
import { formatAgo, formatMoneyShort, formatLife, formatValue } from '@/lib/format';

import type { Scenario } from './kept-scenarios';
import { headlinesQuery } from './queries';
import classes from './scenarios-panel.module.css';

interface Props {
  scenarios: readonly Scenario[];
  /** What they are compared with: the plan as it was saved, or began. */
  base: { plan: Plan; name: string };
  /** The plan as it stands, where it is neither that nor pinned. */
  now: Plan | null;
  /** Whether the browser keeps them. */
  kept: boolean;
  /** What differs from the plan as it was saved, in words. */
  differences: (plan: Plan) => readonly string[];
  onOpen: (scenario: Scenario) => void;
  onRename: (id: string, name: string) => void;
  onRemove: (id: string) => void;
}

interface Line {
  id: string;
  plan: Plan;
  scenario?: Scenario;
  name: string;
}

/** The pinned plans beside each other: what each comes to, and what it changes. */
export function ScenariosPanel(props: Props) {
  const { scenarios, base, now, kept, differences } = props;
  const lines: Line[] = [
    { id: 'base', plan: base.plan, name: base.name },
    ...(now ? [{ id: 'now', plan: now, name: 'As it stands, not pinned' }] : []),
    ...scenarios.map((scenario) => ({
      id: scenario.id,
      plan: scenario.plan,
      scenario,
      name: scenario.name,
    })),
  ];
  const answers = useQueries({ queries: lines.map((line) => headlinesQuery(line.plan)) });
  const columns = columnsOf(lines.map((line) => line.plan));
  return (
    <>
      <p className={classes.note}>
        {kept
          ? 'Kept in this browser only: others do not see them, and saving a plan does not save them.'
          : 'This browser has no room to keep them: they are gone when the page is closed.'}
      </p>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Scenario</th>
              {columns.map(({ key, name, place }) => (
                <th key={key} scope="col">
                  <span className={classes.column}>
                    <Marker index={place} /> {name}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line, index) => {
              const { data, error } = answers[index] ?? {};
              const best = data && columns.length > 1 ? cheapestOf(data)?.key : undefined;
              return (
                <tr key={line.id} data-scenario={line.scenario !== undefined}>
                  <th scope="row">
                    <Name {...props} line={line} differences={differences(line.plan)} />
                    <LineActions {...props} line={line} />
                  </th>
                  {error ? (
                    <td colSpan={columns.length}>{errorText(error)}</td>
                  ) : (
                    columns.map(({ key, name, place }) => (
                      <td key={key}>
                        <span className={classes.own}>
                          <Marker index={place} /> {name}
                        </span>
                        <Figures
                          result={data}
                          found={data?.configurations.find((each) => each.key === key)}
                          best={key === best}
                        />
                      </td>
                    ))
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Name({
  line: { name, scenario },
  differences,
  onRename,
}: Pick<Props, 'onRename'> & { line: Line; differences: readonly string[] }) {
  const [opened] = useState(() => Date.now());
  return (
    <>
      {scenario ? (
        <TextInput
          aria-label={`Name of the scenario ${name}`}
          className={classes.name}
          value={name}
          maxLength={120}
          onChange={(event) => onRename(scenario.id, event.currentTarget.value)}
        />
      ) : (
        <span className={classes.fixed}>{name}</span>
      )}
      <Differences lines={differences} same={scenario !== undefined} />
      {scenario && <p className={classes.soft}>pinned {formatAgo(scenario.at, opened)}</p>}
    </>
  );
}

const FEW = 3;

function Differences({ lines, same }: { lines: readonly string[]; same: boolean }): ReactNode {
  if (lines.length === 0) return same && <p className={classes.soft}>the plan as it was saved</p>;
  const left = lines.length - FEW;
  return (
    <ul className={classes.soft}>
      {lines.slice(0, left === 1 ? FEW + 1 : FEW).map((each) => (
        <li key={each}>{each}</li>
      ))}
      {left > 1 && <li title={lines.slice(FEW).join('\n')}>and {left} more changes</li>}
    </ul>
  );
}

interface FiguresProps {
  result: Result | undefined;
  found: ConfigurationResult | undefined;
  best: boolean;
}

/** Hosts, cost and life of one configuration. */
function Figures({ result, found, best }: FiguresProps) {
  if (!result) return <span className="soft">{'\u2026'}</span>;
  if (!found) return <span className="soft">not in it</span>;
  if (found.standing) return <span className={classes.bad}>{found.standing}</span>;
  const headline = headlineOf(found);
  const hosts = formatValue(found.hosts, 'count', '', '').text;
  const cost = headline?.cost.value ?? null;
  const life = headline?.life;
  return (
    <dl className={classes.figures}>
      <div>
        <dt>Hosts</dt>
        <dd>
          {found.at_least && 'at least '}
          {hosts}
        </dd>
      </div>
      <div data-best={best}>
        <dt>Cost</dt>
        <dd title={best ? 'the cheapest that holds' : undefined}>
          {best && <span aria-label="the cheapest that holds">{'\u2713'} </span>}
          {cost === null ? 'not evaluated' : `${formatMoneyShort(cost)} ${result.currency}`}
        </dd>
      </div>
      {life && life.state !== 'does_not_apply' && (
        <div>
          <dt>Life</dt>
          <dd>{life.value === null ? formatValue(life, 'years', '', '').text : formatLife(life.value)}</dd>
        </div>
      )}
    </dl>
  );
}

function LineActions({
  line: { scenario },
  onOpen,
  onRemove,
}: Pick<Props, 'onOpen' | 'onRemove'> & { line: Line }) {
  if (!scenario) return null;
  return (
    <div className={classes.actions}>
      <Button size="compact-sm" aria-label={`Open ${scenario.name}`} onClick={() => onOpen(scenario)}>
        Open
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={`Delete ${scenario.name}`}
        onClick={() => onRemove(scenario.id)}
      >
        Delete
      </Button>
    </div>
  );
}

/** The configurations of all plans, with the place that gives each its colour. */
function columnsOf(plans: readonly Plan[]): { key: string; name: string; place: number }[] {
  const found = new Map<string, { key: string; name: string; place: number }>();
  for (const plan of plans) {
    for (const [place, { key, name }] of plan.configurations.entries()) {
      if (!found.has(key)) found.set(key, { key, name, place });
    }
  }
  return [...found.values()];
}
