import { Button } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';

import { errorText } from '@/api/client';
import { cheapestOf, headlineOf } from '@/api/headline';
import type { ConfigurationResult, Plan, PlanDiff, QuantityChange, Result } from '@/api/types';
import { Marker } from '@/components/marker';
import { Notice } from '@/components/notice';
import {
  formatDifference,
  formatMoneyShort,
  formatRoughYears,
  formatValue,
  type NumberFormat,
} from '@/lib/format';

import type { Scenario } from './kept-scenarios';
import { effectOn, effectsOfScenarioQuery, headlinesQuery } from './queries';
import { type NamedLine, ScenarioName } from './scenario-name';
import classes from './scenarios-panel.module.css';
import type { Scenarios } from './use-scenarios';

interface Props {
  scenarios: readonly Scenario[];
  /** What they are compared with: the plan as it was saved, or began. */
  base: { plan: Plan; name: string };
  /** The plan as it stands, where it is neither that nor pinned. */
  now: Plan | null;
  /** Where they are kept, and what became of it. */
  state: Pick<Scenarios, 'place' | 'waiting' | 'error' | 'retry' | 'unreadable'>;
  /** What differs from the plan as it was saved, in words. */
  differences: (plan: Plan) => readonly string[];
  onOpen: (scenario: Scenario) => void;
  onRename: (id: string, name: string) => void;
  onRemove: (id: string) => void;
}

interface Line extends NamedLine {
  id: string;
  plan: Plan;
}

/** The pinned plans beside each other: what each comes to, and what it changes. */
export function ScenariosPanel(props: Props) {
  const { scenarios, base, now, state, differences, onRemove } = props;
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
  const effects = useQueries({
    queries: lines.map((line) => ({
      ...effectsOfScenarioQuery(base.plan, line.plan),
      enabled: line.plan !== base.plan,
    })),
  });
  const columns = columnsOf(lines.map((line) => line.plan));
  return (
    <>
      <p className={classes.note}>{PLACES[state.place]}</p>
      {state.error && (
        <Notice
          tone="error"
          title={failed(state.waiting)}
          actions={<Button onClick={state.retry}>Try again</Button>}
        >
          {errorText(state.error)}
        </Notice>
      )}
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
                    <ScenarioName {...props} line={line} differences={differences(line.plan)} />
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
                          effects={effects[index]?.data}
                        />
                      </td>
                    ))
                  )}
                </tr>
              );
            })}
            {state.unreadable.map(({ id, name }) => (
              <tr key={id}>
                <th scope="row">
                  <span className={classes.fixed}>{name}</span>
                  <div className={classes.actions}>
                    <DeleteScenario name={name} onDelete={() => onRemove(id)} />
                  </div>
                </th>
                <td colSpan={columns.length}>
                  Another version of Hostwise saved it, and this one cannot read it.
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

const PLACES: Record<Scenarios['place'], string> = {
  server: 'Saved with the plan, each beside what it changes in the plan as it is saved.',
  browser: 'Kept in this browser until the plan is saved; then they are saved with it.',
  page: 'This browser has no room to keep them: they are gone when the page is closed, unless the plan is saved.',
};

function failed(waiting: number): string {
  if (waiting === 0) return 'Not everything could be saved or read.';
  return `${waiting === 1 ? '1 scenario is' : `${String(waiting)} scenarios are`} in this browser only.`;
}

interface FiguresProps {
  result: Result | undefined;
  found: ConfigurationResult | undefined;
  best: boolean;
  /** What differs from the saved plan. */
  effects: PlanDiff | undefined;
}

/** Hosts, cost and life of one configuration. */
function Figures({ result, found, best, effects }: FiguresProps) {
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
          <Effect of={effectOn(effects, found.key, 'hosts')} format="count" />
        </dd>
      </div>
      <div data-best={best}>
        <dt>Cost</dt>
        <dd title={best ? 'the cheapest that holds' : undefined}>
          {best && <span aria-label="the cheapest that holds">{'\u2713'} </span>}
          {cost === null ? 'not evaluated' : `${formatMoneyShort(cost)} ${result.currency}`}
          <Effect of={effectOn(effects, found.key, 'cluster_tco')} format="money" />
        </dd>
      </div>
      {life && life.state !== 'does_not_apply' && (
        <div>
          <dt>Life</dt>
          <dd>
            {life.value === null
              ? formatValue(life, 'years', '', '').text
              : `${formatRoughYears(life.value)} years`}
            <Effect of={effectOn(effects, found.key, 'known_life_years')} format="years" />
          </dd>
        </div>
      )}
    </dl>
  );
}

/** The difference to the saved plan: hosts as a number, cost and life in percent. */
function Effect({ of, format }: { of: QuantityChange | undefined; format: NumberFormat }) {
  const text = formatDifference(of?.difference, of?.difference_share, format);
  return text !== null && <span className={classes.effect}> {text}</span>;
}

function DeleteScenario({ name, onDelete }: { name: string; onDelete: () => void }) {
  return (
    <Button size="compact-sm" variant="subtle" aria-label={`Delete ${name}`} onClick={onDelete}>
      Delete
    </Button>
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
      <DeleteScenario name={scenario.name} onDelete={() => onRemove(scenario.id)} />
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
