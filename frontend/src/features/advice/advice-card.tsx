import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useId } from 'react';

import { ApiError } from '@/api/client';
import { doubtQuery } from '@/api/doubt';
import type { Cure, Doubt, Outcome, Plan } from '@/api/types';
import { Marker } from '@/components/marker';
import { usePrevious } from '@/lib/use-previous';
import { usePlanActions } from '@/plan/plan-actions';
import { useDebouncedAnswer } from '@/plan/use-settled-answer';

import classes from './advice-card.module.css';
import { Badges } from './badges';
import { Outcomes } from './outcomes';
import { SizingLevel } from './sizing-level';
import { Tornado } from './tornado';

interface Props {
  plan: Plan;
  /** The token of the link that the plan is seen by, if any. */
  sharedBy?: string;
  /** The same as long as edits count as one: what the answer before is told by. */
  step: unknown;
  /** The hosts of a configuration with what limits them, in words. */
  limitedBy: (configuration: string) => string | null;
  /** What limits each configuration. */
  limits: ReactNode;
  /** Sizes the plan at a level; without it the level is only shown. */
  onLevel?: (level: number | null) => void;
}

/** What is advised, how sure that is, what limits it, and what would change it. */
export function AdviceCard({ plan, sharedBy, step, limitedBy, limits, onLevel }: Props) {
  const { data, stale: old, error } = useDebouncedAnswer(plan, (each) => doubtQuery(each, sharedBy));
  const id = useId();
  const previous = usePrevious(data, old, step);
  return (
    <section aria-labelledby={id} className={classes.card} aria-busy={old}>
      <h2 id={id} className={classes.heading}>
        Advice
      </h2>
      <div className={classes.lead}>
        <div className={classes.verdict} data-stale={old && data !== undefined}>
          <span className={classes.strength} data-strength={data?.verdict.strength}>
            {/* Other words are another text, and not one that moved. */}
            <span key={data?.verdict.label}>{data ? data.verdict.label : '\u2026'}</span>
          </span>
          <div className={classes.words} key={data?.verdict.detail}>
            <p className={classes.sentence} data-testid="advice">
              {data ? data.verdict.sentence : waiting(error)}
            </p>
            <p className={classes.detail} data-testid="advice-detail">
              {data?.verdict.detail}
            </p>
            <Cures cures={data?.verdict.cures ?? []} />
          </div>
        </div>
        <Limited plan={plan} doubt={data} limitedBy={limitedBy} />
      </div>
      <div className={classes.parts} data-stale={old && data !== undefined}>
        <Outcomes
          configurations={plan.configurations}
          years={plan.economics?.horizon_years ?? undefined}
          doubt={data}
          previous={previous}
        />
        <div className={classes.extras}>
          <SizingLevel plan={plan} doubt={data} onLevel={onLevel} />
          <Badges configurations={plan.configurations} doubt={data} />
        </div>
        {data?.verdict.unknown_prices?.map((each) => (
          <p key={each.pointer} className={classes.leaving} data-known>
            {each.sentence}
          </p>
        ))}
        {data?.verdict.leaving && (
          <p className={classes.leaving} data-known>
            {data.verdict.leaving.sentence}
          </p>
        )}
        {data?.verdict.leaving?.crossover_text && (
          <p className={classes.leaving} data-known>
            {data.verdict.leaving.crossover_text}
          </p>
        )}
        {data?.verdict.leaving?.duration && (
          <p className={classes.basis} data-known>
            {data.verdict.leaving.duration.sentence}
          </p>
        )}
        {data && data.verdict.not_counted.length > 0 && (
          <p className={classes.basis} data-known>
            Not counted: {data.verdict.not_counted.join(', ')}.
          </p>
        )}
        <p className={classes.basis} data-known={data !== undefined}>
          {basis(data?.futures ?? 0, data?.doubtful_values ?? 0, data?.values ?? 0)}
        </p>
      </div>
      <div className={classes.reasons}>
        <div>
          <h3>What limits each configuration, as entered</h3>
          {limits}
        </div>
        <div className={classes.parts} data-stale={old && data !== undefined}>
          <h3>What would change the advice</h3>
          <Tornado doubt={data} />
        </div>
      </div>
    </section>
  );
}

/** What lets an advice be given with one click. */
function Cures({ cures }: { cures: readonly Cure[] }) {
  const { cure, readOnly } = usePlanActions();
  if (cures.length === 0 || !cure || readOnly) return null;
  return (
    <p className={classes.detail}>
      {cures.map((each) => (
        <button key={each.label} type="button" className="link-button" onClick={() => cure(each)}>
          {each.label}
        </button>
      ))}
    </p>
  );
}

interface LimitedProps extends Pick<Props, 'plan' | 'limitedBy'> {
  doubt: Doubt | undefined;
}

/** What limits the configuration that is advised, and what its hosts cover. */
function Limited({ plan, doubt, limitedBy }: LimitedProps) {
  const { configurations } = plan;
  const suggested = configurations.filter(({ key }) => doubt?.verdict.advised === key);
  const byLimit = new Map<string, Told[]>();
  // Nothing is suggested while nothing is known: the first stands for all.
  for (const each of suggested.length > 0 ? suggested : configurations.slice(0, 1)) {
    const limit = limitedBy(each.key);
    const outcome = doubt?.configurations.find(({ key }) => key === each.key);
    const told = { name: each.name, index: configurations.indexOf(each), outcome };
    if (limit !== null) byLimit.set(limit, [...(byLimit.get(limit) ?? []), told]);
  }
  const shown = [...byLimit].slice(0, MOST_LIMITS);
  return (
    // Another limit, or one below another advice, is another text, and not one that moved.
    <div
      className={classes.facts}
      key={[
        doubt?.verdict.detail,
        ...shown.flatMap(([limit, told]) => [limit, ...told.map(({ outcome }) => outcome?.coverage_text)]),
      ].join()}
    >
      {shown.map(([limit, told]) => (
        <p key={limit}>
          <strong>Limit as entered</strong>{' '}
          {configurations.length > 1 &&
            told.map(({ name, index }) => (
              <span key={index} title={name}>
                {/* Marks, since long names would take another line. */}
                <Marker index={index} size={10} />
                <VisuallyHidden component="span">{name}:</VisuallyHidden>{' '}
              </span>
            ))}
          {limit} <Enough told={told} />
        </p>
      ))}
    </div>
  );
}

interface Told {
  name: string;
  index: number;
  outcome: Outcome | undefined;
}

/** What hosts cover: of several that are limited alike, of the one that runs the greatest risk. */
function Enough({ told }: { told: readonly Told[] }) {
  const share = ({ outcome }: Told) => outcome?.probability_enough ?? 1;
  const [riskiest] = told.toSorted((one, other) => share(one) - share(other));
  const text = riskiest?.outcome?.coverage_text;
  if (!riskiest || !text) return null;
  const differ = told.some(({ outcome }) => outcome?.coverage_text !== text);
  return (
    <span className={classes.enough} data-risky={share(riskiest) < RISKY}>
      {differ ? `At worst ${text}` : text}
    </span>
  );
}

/** Of so many there is room to say what limits them; the others are in the map of limits. */
const MOST_LIMITS = 2;

/** Hosts that are enough in fewer futures than this are a risk to be told. */
const RISKY = 0.9;

function waiting(error: Error | null): string {
  if (error === null) return 'Simulating 4,096 futures\u2026';
  if (error instanceof ApiError && error.fields.length > 0) return 'The plan cannot be evaluated as it is.';
  const why =
    error instanceof ApiError && error.status === 413
      ? error.message
      : 'How sure this is could not be computed.';
  return `${why} The comparison below stands.`;
}

/** What the table rests on; it takes its room before it is known. */
function basis(futures: number, doubtful: number, values: number): string {
  return (
    'Figures are those of the plan as sized. In brackets is the range of 90 % of ' +
    `${futures.toLocaleString()} simulations of this plan in which prices, growth and loads vary ` +
    `(${doubtful.toLocaleString()} of ${values.toLocaleString()} values, assumed or examples), each with the hosts ` +
    'that it needs. Configurations are compared within each simulation, so that their ranges may overlap.'
  );
}
