import { VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useId } from 'react';

import { ApiError } from '@/api/client';
import type { Doubt, Plan } from '@/api/types';
import { Marker } from '@/components/marker';
import { formatRoughShare } from '@/lib/format';
import { usePrevious } from '@/lib/use-previous';
import { useSettledAnswer } from '@/lib/use-settled-answer';

import classes from './advice-card.module.css';
import { Outcomes } from './outcomes';
import { doubtQuery } from './queries';
import { Tornado } from './tornado';

/** For so long a plan stays as it is before anybody asks how sure its answer is: thousands of plans are evaluated for it. */
const STILL_MS = 400;

/** A sentence of more letters than this is written in smaller ones. */
const LONG = 200;

const STRENGTHS: Record<Doubt['verdict']['strength'], string> = {
  clear: 'Clear winner',
  leaning: 'Leaning',
  too_close: 'Too close to call',
  none: 'No advice yet',
};

interface Props {
  plan: Plan;
  /** The token of the link that the plan is seen by, if any. */
  sharedBy?: string;
  /** The same as long as edits count as one: what the answer before is told by. */
  step: unknown;
  /** What the plan comes to with the values as they are. */
  asPlanned: ReactNode;
  /** The hosts of a configuration with what limits them, in words. */
  limitedBy: (configuration: string) => string | null;
  /** What limits each configuration. */
  limits: ReactNode;
}

/** What is advised, how sure that is, what limits it, and what would change it. */
export function AdviceCard({ plan, sharedBy, step, asPlanned, limitedBy, limits }: Props) {
  const [still] = useDebouncedValue(plan, STILL_MS);
  const { data, stale, error } = useSettledAnswer(still, (each) => doubtQuery(each, sharedBy));
  const id = useId();
  const old = stale || still !== plan;
  const previous = usePrevious(data, old, step);
  return (
    <section aria-labelledby={id} className={classes.card} aria-busy={old}>
      <h2 id={id} className={classes.heading}>
        Advice
      </h2>
      <div className={classes.verdict} data-stale={old && data !== undefined}>
        <span className={classes.strength} data-strength={data?.verdict.strength}>
          {/* Other words are another text, and not one that moved. */}
          <span key={data?.verdict.strength}>{data ? STRENGTHS[data.verdict.strength] : '\u2026'}</span>
        </span>
        <p
          className={classes.sentence}
          data-long={(data?.verdict.sentence.length ?? 0) > LONG}
          data-testid="advice"
        >
          {data ? data.verdict.sentence : waiting(error)}
        </p>
      </div>
      <div className={classes.facts}>
        <Limited plan={plan} doubt={data} limitedBy={limitedBy} />
        {asPlanned}
      </div>
      <div className={classes.parts} data-stale={old && data !== undefined}>
        <Outcomes
          configurations={plan.configurations}
          years={plan.economics?.horizon_years ?? undefined}
          doubt={data}
          previous={previous}
        />
      </div>
      <div className={classes.reasons}>
        <div>
          <h3>What limits each configuration</h3>
          {limits}
        </div>
        <div className={classes.parts} data-stale={old && data !== undefined}>
          <h3>What would change the advice</h3>
          <Tornado doubt={data} />
        </div>
      </div>
      <p className={classes.basis}>
        {data
          ? `${data.futures.toLocaleString()} futures; ${data.doubtful_values.toLocaleString()} of ` +
            `${data.values.toLocaleString()} values are assumed. Bands hold 90 % of the futures; ` +
            'differences are taken future by future.'
          : '\u00a0'}
      </p>
    </section>
  );
}

interface LimitedProps extends Pick<Props, 'plan' | 'limitedBy'> {
  doubt: Doubt | undefined;
}

/** What limits the advised configuration, or all where they are limited alike, and whether its hosts are enough. */
function Limited({ plan, doubt, limitedBy }: LimitedProps) {
  const alike = new Set(plan.configurations.map(({ key }) => limitedBy(key)));
  const advised =
    plan.configurations.find(({ key }) => key === doubt?.verdict.advised) ?? plan.configurations[0];
  const words = advised && limitedBy(advised.key);
  if (!words) return <p>{'\u00a0'}</p>;
  const enough = doubt?.configurations.find((each) => each.key === advised.key)?.probability_enough ?? null;
  return (
    // Another limit is another text, and not one that moved.
    <p key={words}>
      <strong>Limit</strong>{' '}
      {alike.size > 1 && (
        <>
          {/* Its mark, since a long name would take another line. */}
          <Marker index={plan.configurations.indexOf(advised)} size={10} />
          <VisuallyHidden component="span">{advised.name}:</VisuallyHidden>{' '}
        </>
      )}
      {words}
      {enough !== null && (
        <span className={classes.enough} data-risky={enough < RISKY}>
          {' '}
          Enough in {formatRoughShare(enough)} of the futures.
        </span>
      )}
    </p>
  );
}

/** Hosts that are enough in fewer futures than this are a risk to be told. */
const RISKY = 0.9;

function waiting(error: Error | null): string {
  if (error === null) return 'Looking at thousands of futures\u2026';
  return error instanceof ApiError && error.fields.length > 0
    ? 'The plan cannot be evaluated as it is.'
    : 'How sure this is could not be computed. The comparison below stands.';
}
