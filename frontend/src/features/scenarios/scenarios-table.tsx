import { Button } from '@mantine/core';

import { errorText } from '@/api/client';
import type { Decision, Plan, PlanDiff, QuantityChange, Result } from '@/api/types';
import { Marker } from '@/components/marker';
import { NowArrow } from '@/components/now-arrow';
import { sentenceText } from '@/components/sentence';
import { type HeadlineChange, headlineChanges } from '@/features/changes/headline-changes';
import { formatDifference, type NumberFormat } from '@/lib/format';

import type { Scenario } from './kept-scenarios';
import { effectOn } from './queries';
import { ScenarioName } from './scenario-name';
import classes from './scenarios-panel.module.css';

/** A row: a plan with what it comes to, and what that differs from the plan that is saved. */
export interface ScenarioLine {
  id: string;
  name: string;
  plan: Plan;
  scenario?: Scenario;
  result: Result | undefined;
  error: Error | null;
  effects?: PlanDiff;
}

/** What can be done with scenarios by who may change the plan. */
export interface ScenarioTools {
  onOpen: (scenario: Scenario) => void;
  onRename: (id: string, name: string) => void;
  onRemove: (id: string) => void;
}

interface Props {
  lines: readonly ScenarioLine[];
  /** Those that this version cannot read. */
  unreadable: readonly Pick<Scenario, 'id' | 'name'>[];
  /** What differs from the plan as it was saved, in words. */
  differences: (plan: Plan) => readonly string[];
  tools?: ScenarioTools;
}

/** Plans beside each other: what each comes to, and what it changes. */
export function ScenariosTable({ lines, unreadable, differences, tools }: Props) {
  const columns = columnsOf(lines.map((line) => line.plan));
  const [first] = lines;
  const base = first?.result?.decision ?? undefined;
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Scenario</th>
            <th scope="col">Decision</th>
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
          {lines.map((line) => {
            const { id, plan, scenario, result, error, effects } = line;
            const decision = result?.decision ?? undefined;
            const lead = columns.length > 1 && decision?.state === 'compared' ? decision.lead : null;
            return (
              <tr key={id} data-scenario={scenario !== undefined}>
                <th scope="row">
                  <ScenarioName line={line} differences={differences(plan)} onRename={tools?.onRename} />
                  {tools && scenario && <LineActions scenario={scenario} {...tools} />}
                </th>
                {error ? (
                  <td colSpan={columns.length + 1}>{errorText(error)}</td>
                ) : (
                  <>
                    <td className={classes.decision}>
                      <Decided decision={decision} base={base} isBase={line === first} />
                    </td>
                    {columns.map(({ key, name, place }) => (
                      <td key={key}>
                        <span className={classes.own}>
                          <Marker index={place} /> {name}
                        </span>
                        <Figures
                          decision={decision}
                          configuration={key}
                          leads={key === lead}
                          effects={effects}
                        />
                      </td>
                    ))}
                  </>
                )}
              </tr>
            );
          })}
          {unreadable.map(({ id, name }) => (
            <tr key={id}>
              <th scope="row">
                <span className={classes.fixed}>{name}</span>
                {tools && (
                  <div className={classes.actions}>
                    <DeleteScenario name={name} onDelete={() => tools.onRemove(id)} />
                  </div>
                )}
              </th>
              <td colSpan={columns.length + 1}>
                Another version of Hostwise saved it, and this one cannot read it.
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface DecidedProps {
  /** Undefined until it is known. */
  decision: Decision | undefined;
  /** That of the plan as it is saved. */
  base: Decision | undefined;
  isBase: boolean;
}

/** Which configuration leads, and what that differs from the saved plan: for the one that matters most. */
function Decided({ decision, base, isBase }: DecidedProps) {
  if (!decision) return <span className="soft">{'\u2026'}</span>;
  const lead = decision.rows.find((each) => each.configuration === decision.lead);
  return (
    <>
      {lead && (
        <p>
          <Marker index={lead.place} /> {lead.name}
        </p>
      )}
      {decision.label && <p title={sentenceText(decision.sentence.text.parts)}>{decision.label}</p>}
      {!isBase && base && <Difference moves={headlineChanges(base, decision)} lead={decision.lead} />}
    </>
  );
}

/** What moves for the one that leads, else for the first of which anything moves. */
function Difference({ moves, lead }: { moves: readonly HeadlineChange[]; lead: string | null }) {
  const shown = moves.find((each) => each.configuration === lead) ?? moves[0];
  if (!shown) return <p className={classes.effect}>no change</p>;
  return (
    <ul className={classes.effect}>
      {shown.moves.map(({ key, label, before, after, unit }) => (
        <li key={key}>
          {label && `${label} `}
          {before}
          <NowArrow />
          {after} {unit}
        </li>
      ))}
    </ul>
  );
}

interface FiguresProps {
  /** Undefined until it is known. */
  decision: Decision | undefined;
  configuration: string;
  /** Whether it would be taken, of those that are compared. */
  leads: boolean;
  /** What differs from the saved plan. */
  effects: PlanDiff | undefined;
}

/** Hosts, cost and life of one configuration. */
function Figures({ decision, configuration, leads, effects }: FiguresProps) {
  if (!decision) return <span className="soft">{'\u2026'}</span>;
  const row = decision.rows.find((each) => each.configuration === configuration);
  if (!row) return <span className="soft">not in it</span>;
  if (row.exclusion) return <span className={classes.bad}>{row.exclusion}</span>;
  return (
    <dl className={classes.figures}>
      <div>
        <dt>Hosts</dt>
        <dd>
          {row.hosts?.text ?? '\u2013'}
          <Effect of={effectOn(effects, configuration, 'hosts')} format="count" />
        </dd>
      </div>
      <div data-leads={leads}>
        <dt>Cost</dt>
        <dd>
          {row.cost?.value == null ? 'not evaluated' : `${row.cost.text} ${decision.currency}`}
          <Effect of={effectOn(effects, configuration, 'cluster_tco')} format="money" />
        </dd>
      </div>
      {row.life && (
        <div>
          <dt>Life</dt>
          <dd>
            {row.life.text}
            <Effect of={effectOn(effects, configuration, 'flash_life_years')} format="years" />
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
  scenario,
  onOpen,
  onRemove,
}: Pick<ScenarioTools, 'onOpen' | 'onRemove'> & { scenario: Scenario }) {
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
