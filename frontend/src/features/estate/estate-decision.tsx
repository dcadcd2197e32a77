import { Button, Checkbox } from '@mantine/core';
import { type SubmitEvent, useRef, useState } from 'react';

import type { EstateDecision, EstateTile, JobStep, KeepingCost, MessageLine } from '@/api/types';
import { Marker } from '@/components/marker';
import { NumberEntry } from '@/components/number-entry';
import { sentenceText } from '@/components/sentence';
import { VerdictLabel } from '@/components/verdict-label';

import classes from './estate-decision.module.css';

interface Props {
  decision: EstateDecision | undefined;
  /** Whether it belongs to earlier choices. */
  stale: boolean;
  step: JobStep | null;
  keeping: KeepingCost;
  onKeeping: (keeping: KeepingCost) => void;
  /** Null until there is a plan. */
  onPlan: (() => void) | null;
  onCancel: () => void;
}

const said = ({ text }: MessageLine) => sentenceText(text.parts);

/** What to do with an estate: three candidates side by side, and the advice. */
export function DecisionOnEstate({ decision, stale, step, keeping, onKeeping, onPlan, onCancel }: Props) {
  const advised = decision?.tiles.find((each) => each.configuration === decision.advised);
  const asks = decision?.tiles.some((each) => each.asks) ?? false;
  const tiles = useRef<HTMLDivElement>(null);
  const enter = () => tiles.current?.querySelector<HTMLInputElement>('form input')?.focus();
  return (
    <section
      aria-label="Decision"
      aria-busy={stale || !decision}
      className={classes.decision}
      data-testid="estate-decision"
    >
      <div ref={tiles} className={classes.tiles} data-stale={stale}>
        {decision
          ? decision.tiles.map((each) => (
              <Tile
                key={each.configuration}
                tile={each}
                advised={decision.advised === each.configuration}
                currency={decision.currency}
                keeping={keeping}
                onKeeping={onKeeping}
              />
            ))
          : [0, 1, 2].map((each) => <div key={each} className={classes.tile} data-empty="true" />)}
      </div>
      <div className={classes.advice} aria-live="polite">
        {stale || !decision ? (
          <Working step={step} onCancel={onCancel} />
        ) : (
          <>
            <div className={classes.words}>
              <p className={classes.sentence} data-testid="estate-advice">
                <VerdictLabel of={decision} /> {said(decision.sentence)}
              </p>
              {advised && (
                <p className={classes.key}>
                  {said(advised.figure)}. {advised.lines.map(said).join(' ')}
                </p>
              )}
              {decision.detail && <p className={classes.detail}>{said(decision.detail)}</p>}
            </div>
            <div className={classes.actions}>
              {/* What the sentence asks for comes first. */}
              {asks && (
                <Button variant="filled" size="md" onClick={enter}>
                  Enter what keeping costs
                </Button>
              )}
              <Button
                variant={asks ? 'default' : 'filled'}
                size="md"
                disabled={!onPlan}
                onClick={() => onPlan?.()}
              >
                Open as a plan
              </Button>
            </div>
          </>
        )}
      </div>
      {decision && (decision.others.length > 0 || decision.io_would_ask) && (
        <ul className={classes.others} data-stale={stale}>
          {decision.others.map((each) => (
            <li key={each.configuration}>
              <Marker index={each.place} size={10} /> {each.name}: {said(each.line)}
            </li>
          ))}
          {decision.io_would_ask && <li>{said(decision.io_would_ask)}</li>}
        </ul>
      )}
    </section>
  );
}

/** How far the decision is: it may take a while, and goes on where one leaves. */
function Working({ step, onCancel }: { step: JobStep | null; onCancel: () => void }) {
  const at =
    step && step.of > 0
      ? `candidate ${String(Math.min(step.done + 1, step.of))} of ${String(step.of)}`
      : 'counting';
  return (
    <>
      <div className={classes.words}>
        <p className={classes.sentence}>
          Deciding: {at}
          {'\u2026'}
        </p>
        <p className={classes.detail}>
          {step
            ? 'It goes on while you are elsewhere, and stands on the start page.'
            : 'VMs are placed on hosts one by one, for each candidate.'}
        </p>
      </div>
      {step && (
        <Button size="md" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </>
  );
}

interface TileProps {
  tile: EstateTile;
  advised: boolean;
  currency: string;
  keeping: KeepingCost;
  onKeeping: (keeping: KeepingCost) => void;
}

function Tile({ tile, advised, currency, keeping, onKeeping }: TileProps) {
  const isKept = tile.parts.includes('keep');
  return (
    <article className={classes.tile} data-advised={advised} aria-label={sentenceText(tile.title.parts)}>
      <h2 className={classes.title}>
        <Marker index={tile.place} size={12} /> {sentenceText(tile.title.parts)}
        {advised && <span className={classes.advised}>advised</span>}
      </h2>
      <p className={classes.figure}>{said(tile.figure)}</p>
      <ul className={classes.lines}>
        {tile.lines.map((each) => (
          <li key={said(each)}>{said(each)}</li>
        ))}
      </ul>
      {isKept && (tile.asks || Object.values(keeping).some((each) => each != null && each !== false)) && (
        <KeepingForm
          key={JSON.stringify(keeping)}
          open={tile.asks ?? false}
          keeping={keeping}
          currency={currency}
          onKeeping={onKeeping}
        />
      )}
    </article>
  );
}

const FIELDS = [
  ['support_per_year', 'Support a year'],
  ['array_per_year', 'Array a year'],
  ['upgrade', 'Upgrade, once'],
] as const;

/** What keeping the hosts costs: it counts once it is taken, as the whole decision follows from it. */
function KeepingForm({
  open,
  keeping,
  currency,
  onKeeping,
}: Pick<TileProps, 'keeping' | 'currency' | 'onKeeping'> & { open: boolean }) {
  const [typed, setTyped] = useState(keeping);
  const [shown, setShown] = useState(open);
  if (!shown)
    return (
      <button type="button" className="link-button" onClick={() => setShown(true)}>
        Change what keeping costs
      </button>
    );
  const same = JSON.stringify(typed) === JSON.stringify(keeping);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onKeeping(typed);
  };
  return (
    <form className={classes.keeping} aria-label={`What keeping costs, ${currency}`} onSubmit={submit}>
      <p className={classes.legend}>What keeping costs, {currency}</p>
      {FIELDS.map(([field, label]) => (
        <NumberEntry
          key={field}
          label={label}
          value={typed[field] ?? undefined}
          onChange={(value) => setTyped({ ...typed, [field]: value ?? null })}
        />
      ))}
      <Checkbox
        size="sm"
        label="The rest costs nothing"
        checked={typed.nothing ?? false}
        onChange={(event) => setTyped({ ...typed, nothing: event.currentTarget.checked })}
      />
      <Button type="submit" disabled={same}>
        Compare with these costs
      </Button>
    </form>
  );
}
