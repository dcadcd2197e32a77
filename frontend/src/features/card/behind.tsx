import { type ReactNode, useId } from 'react';

import type { Decision, Uncertainty } from '@/api/types';
import { Marks } from '@/components/marks';
import { Section } from '@/components/section';
import { Sentence, sentenceText } from '@/components/sentence';

import classes from './behind.module.css';
import { CardLine } from './card-line';
import { BREAK_EVENS } from './reasons';
import { Tornado } from './tornado';

/** What is behind the advice: how it compares, what may go wrong, and what it rests on. */
export function Behind({ decision }: { decision: Decision }) {
  const { detail, risks, basis, break_evens: lines } = decision;
  const title = useId();
  return (
    <Section title="Behind the decision">
      <div className={classes.words} data-testid="behind">
        {detail && (
          <p className={classes.detail} data-testid="advice-detail">
            <CardLine line={detail} />
          </p>
        )}
        {risks.map(({ configurations, text }) => (
          <p key={sentenceText(text.parts)}>
            <Marks of={configurations} rows={decision.rows} /> <Sentence parts={text.parts} />
          </p>
        ))}
        {basis.map(({ parts }) => (
          <p key={sentenceText(parts)} className="soft">
            <Sentence parts={parts} />
          </p>
        ))}
      </div>
      {/* The first of them stand on the card. */}
      {lines.length > BREAK_EVENS && (
        <div className={classes.further}>
          <h3 id={title}>{decision.break_evens_title}</h3>
          <ul aria-labelledby={title}>
            {lines.slice(BREAK_EVENS).map((line) => (
              <li key={sentenceText(line.text.parts)}>
                <CardLine line={line} clamped={2} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Section>
  );
}

interface CausesProps {
  decision: Decision;
  /** The newest simulations, of this plan or of the one before. */
  uncertainty: Uncertainty | undefined;
  /** The hosts that each limit asks for. */
  limits: ReactNode;
}

/** All limits of all candidates, and all causes that would change the advice. */
export function LimitsAndCauses({ decision, uncertainty, limits }: CausesProps) {
  const stale = decision.phase === 'sized' && uncertainty !== undefined;
  return (
    <div className={classes.pictures}>
      <div>
        <h3>What limits each configuration</h3>
        {limits}
      </div>
      <div className={classes.changes} data-stale={stale}>
        <h3>What would change the advice</h3>
        <Tornado uncertainty={uncertainty} />
      </div>
    </div>
  );
}
