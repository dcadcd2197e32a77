import { useId, useState } from 'react';

import { ApiError } from '@/api/client';
import type { Decision } from '@/api/types';
import { sentenceText } from '@/components/sentence';
import { Blocks } from '@/components/skeleton';
import { usePhone } from '@/lib/use-phone';
import { useRovingFocus } from '@/lib/use-roving-focus';

import { CandidateRows } from './candidate-rows';
import { CardLine } from './card-line';
import { Checks } from './checks';
import classes from './decision-card.module.css';
import { BreakEvens, Limits } from './reasons';
import { Pending } from './pending';
import { Remedies } from './remedies';
import { SizedFor } from './sized-for';
import { Tiles } from './tiles';
import type { DecisionAnswer } from './use-decision';

interface Props {
  answer: Omit<DecisionAnswer, 'uncertainty'>;
  /** The decision before the last change. */
  previous: Decision | undefined;
  /** Whether the decision belongs to an earlier state of the plan. */
  stale: boolean;
  /** The coverage level of the plan. */
  level: number | null;
  /** Sizes the plan at a level; without it the level is only shown. */
  onLevel?: (level: number | null) => void;
}

/** Letters of a sentence that leave room for a line below it. */
const TWO_LINES = 150;

/** Sentence, tiles, level, candidates, and what is below them, px. */
const SKELETON = [44, 76, 28, 28, 28, 28, 112];

/** The decision: who, how many, how much, how long, how sure, and what to check first. */
export function DecisionCard({ answer, previous, stale, level, onLevel }: Props) {
  const { decision, pending, error } = answer;
  const buildable = useLastBuildable(decision);
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      aria-busy={stale || pending}
      className={classes.card}
      data-state={decision?.state}
      data-testid="card"
    >
      <h2 id={id} className={classes.heading}>
        Advice
      </h2>
      {decision ? (
        <Body
          decision={decision}
          previous={previous}
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
  decision: Decision;
  /** The last decision on something that can be built. */
  buildable: Decision | undefined;
  error: Error | null;
}

function Body({ decision, previous, buildable, error, stale, level, onLevel }: BodyProps) {
  const isCompared = decision.state === 'compared' || decision.state === 'alone';
  const waits = decision.pending !== null && decision.pending !== undefined && error === null;
  const last = decision.lead === null ? buildable : undefined;
  const remedies = <Remedies decision={decision} />;
  // One below the other, what to do next comes before what can be chosen or looked up.
  const narrow = usePhone();
  const checks = <Checks checks={decision.checks} waits={waits} />;
  const sizedFor = isCompared && (
    <SizedFor decision={decision} waits={waits} level={level} onLevel={onLevel} />
  );
  const rove = useRovingFocus();
  return (
    <div className={classes.body} data-stale={stale}>
      {decision.nearly_empty && (
        <p className={classes.notice}>
          <CardLine line={decision.nearly_empty} />
        </p>
      )}
      {decision.nearly_empty && remedies}
      <Verdict decision={decision} error={error} waits={waits} />
      {!decision.nearly_empty && remedies}
      {last ? (
        <div className={classes.last}>
          <p>The last that could be built:</p>
          <Tiles decision={last} waits={false} named />
        </div>
      ) : (
        decision.tiles.length > 0 && <Tiles decision={decision} waits={waits} />
      )}
      {!narrow && sizedFor}
      <CandidateRows decision={decision} previous={previous} />
      {narrow && <div className={classes.next}>{checks}</div>}
      {narrow && sizedFor}
      <div ref={rove} className={classes.reasons} data-plain={!isCompared}>
        {decision.limits.length > 0 && <Limits limits={decision.limits} />}
        {isCompared && <BreakEvens decision={decision} waits={waits} />}
        {!narrow && checks}
      </div>
    </div>
  );
}

/** The verdict of this very plan; until it is known the facts, and what is computed. */
function Verdict({ decision, error, waits }: Pick<BodyProps, 'decision' | 'error'> & { waits: boolean }) {
  const { label, sentence, detail, strength } = decision;
  const rove = useRovingFocus();
  // On a phone it stands in the place of the word: behind the sentence it would be a line that comes and goes.
  const narrow = usePhone();
  const pending = decision.pending && (
    <span className={classes.pending}>{error ? whyNot(error) : <CardLine line={decision.pending} />}</span>
  );
  const behind = detail ? sentenceText(detail.text.parts) : '';
  return (
    <div className={classes.verdict}>
      {narrow && pending ? (
        pending
      ) : (
        // Its room is kept: the word comes with the simulations.
        <span className={classes.strength} data-known={label !== ''} data-strength={strength}>
          {label === '' ? (
            error === null ? (
              <Pending width="5rem" />
            ) : (
              '\u2013'
            )
          ) : (
            <span key={label}>{label}</span>
          )}
        </span>
      )}
      {/* Mounted anew with other words: what moves within a sentence would count as a shift. */}
      <div ref={rove} className={classes.words}>
        <p key={sentenceText(sentence.text.parts)} className={classes.sentence} data-testid="advice">
          <CardLine line={sentence} />
          {!narrow && pending && <> {pending}</>}
        </p>
        {/* The third line, where the sentence leaves it free: all of it stands among the notes. */}
        {sentenceText(sentence.text.parts).length <= TWO_LINES && (
          <p key={behind} className={classes.behind} title={behind}>
            {detail ? <CardLine line={detail} /> : waits && <Pending width="60%" />}
          </p>
        )}
      </div>
    </div>
  );
}

/** Why nothing was simulated. */
function whyNot(error: Error): string {
  if (error instanceof ApiError && error.fields.length > 0) return 'The plan cannot be evaluated as it is.';
  const why =
    error instanceof ApiError && error.status === 413
      ? error.message
      : 'How sure this is could not be computed.';
  return `${why} The comparison below stands.`;
}

/** What could be built before an edit made it impossible. */
function useLastBuildable(decision: Decision | undefined): Decision | undefined {
  const [last, setLast] = useState<Decision>();
  if (decision && decision.lead !== null && decision !== last) setLast(decision);
  return last;
}
