import type { ReactNode } from 'react';

import type { Doubt, Plan } from '@/api/types';
import { Section } from '@/components/section';

import { Badges } from './badges';
import classes from './behind.module.css';
import { Tornado } from './tornado';

interface Props {
  plan: Plan;
  doubt: Doubt | undefined;
  /** Whether the simulations are those of an earlier state of the plan. */
  stale: boolean;
  limits: ReactNode;
}

/** What is behind the advice: how it compares, what it rests on, all causes and all limits. */
export function Behind({ plan, doubt, stale, limits }: Props) {
  const verdict = doubt?.verdict;
  const leaving = verdict?.leaving;
  const said = [
    ...(verdict?.unknown_prices ?? []).map((each) => each.sentence),
    leaving?.sentence,
    leaving?.crossover_text,
    leaving?.duration?.sentence,
    verdict && verdict.not_counted.length > 0 && `Not counted: ${verdict.not_counted.join(', ')}.`,
  ].filter(Boolean);
  return (
    <Section title="Behind the decision">
      <div className={classes.words} data-stale={stale && doubt !== undefined} data-testid="behind">
        {verdict && (
          <p key={verdict.detail} data-testid="advice-detail">
            {verdict.detail}
          </p>
        )}
        {said.map((text) => (
          <p key={String(text)}>{text}</p>
        ))}
        <Badges configurations={plan.configurations} doubt={doubt} />
      </div>
      <div className={classes.pictures}>
        <div>
          <h3>What limits each configuration</h3>
          {limits}
        </div>
        <div className={classes.changes} data-stale={stale && doubt !== undefined}>
          <h3>What would change the advice</h3>
          <Tornado doubt={doubt} />
        </div>
      </div>
    </Section>
  );
}
