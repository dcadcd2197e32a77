import { useId, useState } from 'react';

import { ApiError } from '@/api/client';
import type { Card, DoubtCard } from '@/api/types';
import { Blocks } from '@/components/skeleton';

import { CandidateRows } from './candidate-rows';
import { CardLine } from './card-line';
import { Checks } from './checks';
import classes from './decision-card.module.css';
import { Flips, Limits } from './reasons';
import { Pending } from './pending';
import { Remedies } from './remedies';
import { SizedFor } from './sized-for';
import { Tiles } from './tiles';
import type { CardAnswer } from './use-card';

interface Props {
  answer: CardAnswer;
  /** The card before the last change. */
  previous: Card | undefined;
  /** Whether the card belongs to an earlier state of the plan. */
  stale: boolean;
  /** The sizing level of the plan. */
  level: number | null;
  /** Sizes the plan at a level; without it the level is only shown. */
  onLevel?: (level: number | null) => void;
}

/** Sentence, tiles, level, candidates, and what is below them, px. */
const SKELETON = [44, 76, 28, 28, 28, 28, 112];

/** The decision: who, how many, how much, how long, how sure, and what to check first. */
export function DecisionCard({ answer, previous, stale, level, onLevel }: Props) {
  const { card, sure, pending, error } = answer;
  const buildable = useLastBuildable(card);
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      aria-busy={stale || pending}
      className={classes.card}
      data-state={card?.state}
      data-testid="card"
    >
      <h2 id={id} className={classes.heading}>
        Advice
      </h2>
      {card ? (
        <Body
          card={card}
          previous={previous}
          sure={sure}
          buildable={buildable}
          error={error}
          stale={stale}
          level={level}
          onLevel={onLevel}
        />
      ) : (
        <div className={classes.empty}>
          <Blocks heights={SKELETON} />
        </div>
      )}
    </section>
  );
}

interface BodyProps extends Pick<Props, 'previous' | 'stale' | 'level' | 'onLevel'> {
  card: Card;
  sure: DoubtCard | undefined;
  /** The last card of something that can be built. */
  buildable: Card | undefined;
  error: Error | null;
}

function Body({ card, previous, sure: simulated, buildable, error, stale, level, onLevel }: BodyProps) {
  const isCompared = card.state === 'compared' || card.state === 'alone';
  // Where nothing is compared the simulations have nothing to say: the card and its remedies stand as they are.
  const sure = isCompared ? simulated : undefined;
  const waits = isCompared && sure === undefined && error === null;
  const last = isCompared || card.lead !== null ? undefined : buildable;
  return (
    <div className={classes.body} data-stale={stale}>
      {card.nearly_empty && (
        <p className={classes.notice}>
          <CardLine line={card.nearly_empty} />
        </p>
      )}
      {card.nearly_empty && <Remedies card={card} />}
      <Verdict card={card} sure={sure} error={error} />
      {!card.nearly_empty && <Remedies card={card} />}
      {last ? (
        <div className={classes.last}>
          <p>The last that could be built:</p>
          <Tiles card={last} sure={undefined} waits={false} named />
        </div>
      ) : (
        card.tiles.length > 0 && <Tiles card={card} sure={sure} waits={isCompared && error === null} />
      )}
      {isCompared && <SizedFor card={card} sure={sure} waits={waits} level={level} onLevel={onLevel} />}
      <CandidateRows card={card} previous={previous} sure={sure} />
      <div className={classes.reasons} data-plain={!isCompared}>
        {card.limits.length > 0 && <Limits card={card} />}
        {isCompared && <Flips sure={sure} waits={waits} />}
        <Checks checks={sure?.checks ?? card.checks} waits={waits} />
      </div>
    </div>
  );
}

/** The verdict of this very plan; until it is known the facts, and what is computed. */
function Verdict({ card, sure, error }: Pick<BodyProps, 'card' | 'sure' | 'error'>) {
  const label = card.label || sure?.label;
  return (
    <div className={classes.verdict}>
      {/* Its room is kept: the word comes with the simulations. */}
      <span className={classes.strength} data-known={label !== undefined} data-state={card.state}>
        {label === undefined ? (
          error === null ? (
            <Pending width="5rem" />
          ) : (
            '\u2013'
          )
        ) : (
          <span key={label}>{label}</span>
        )}
      </span>
      <p className={classes.sentence} data-testid="advice">
        <CardLine line={sure?.sentence ?? card.sentence} />
        {!sure && card.waiting && (
          <span className={classes.waiting}>
            {' '}
            {error ? waiting(error) : <CardLine line={card.waiting} />}
          </span>
        )}
      </p>
    </div>
  );
}

function waiting(error: Error): string {
  if (error instanceof ApiError && error.fields.length > 0) return 'The plan cannot be evaluated as it is.';
  const why =
    error instanceof ApiError && error.status === 413
      ? error.message
      : 'How sure this is could not be computed.';
  return `${why} The comparison below stands.`;
}

/** What could be built before an edit made it impossible. */
function useLastBuildable(card: Card | undefined): Card | undefined {
  const [last, setLast] = useState<Card>();
  if (card && card.lead !== null && card !== last) setLast(card);
  return last;
}
