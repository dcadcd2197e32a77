import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useId } from 'react';

import { ApiError } from '@/api/client';
import type { Doubt, Plan } from '@/api/types';
import { useSettledAnswer } from '@/lib/use-settled-answer';

import classes from './advice-card.module.css';
import { Outcomes } from './outcomes';
import { doubtQuery } from './queries';
import { Tornado } from './tornado';

/** For so long a plan stays as it is before anybody asks how sure its answer is: thousands of plans are evaluated for it. */
const STILL_MS = 400;

const STRENGTHS: Record<Doubt['verdict']['strength'], string> = {
  clear: 'Clear',
  leaning: 'Leaning',
  too_close: 'Too close to call',
  none: 'No advice yet',
};

interface Props {
  plan: Plan;
  /** What limits each configuration. */
  limits: ReactNode;
}

/** What is advised, how sure that is, what limits it, and what would change it. */
export function AdviceCard({ plan, limits }: Props) {
  const [still] = useDebouncedValue(plan, STILL_MS);
  const { data, stale, error } = useSettledAnswer(still, doubtQuery);
  const id = useId();
  const old = stale || still !== plan;
  return (
    <section aria-labelledby={id} className={classes.card} aria-busy={old}>
      <h2 id={id} className={classes.heading}>
        Advice
      </h2>
      <div className={classes.verdict} data-stale={old && data !== undefined}>
        <span className={classes.strength} data-strength={data?.verdict.strength}>
          {data ? STRENGTHS[data.verdict.strength] : '\u2026'}
        </span>
        <p className={classes.sentence} data-testid="advice">
          {data ? data.verdict.sentence : waiting(error)}
        </p>
      </div>
      <div className={classes.parts} data-stale={old && data !== undefined}>
        <Outcomes configurations={plan.configurations} doubt={data} />
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
            `${data.values.toLocaleString()} values are assumed. Bands hold 90 % of the futures.`
          : '\u00a0'}
      </p>
    </section>
  );
}

function waiting(error: Error | null): string {
  if (error === null) return 'Looking at thousands of futures\u2026';
  return error instanceof ApiError && error.fields.length > 0
    ? 'The plan cannot be evaluated as it is.'
    : 'How sure this is could not be computed. The comparison below stands.';
}
