import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';

import { errorText } from '@/api/client';
import type { ValueSensitivities as Answer, ExplanationNode, Plan, ValueSensitivity } from '@/api/types';
import { StatusBadge } from '@/components/status-badge';
import { formatInput, formatNumber, formatRough, unitOf, unitText } from '@/lib/format';

import classes from './effects.module.css';
import { amountText } from './node-values';

export type EffectsQuery<K extends QueryKey> = UseQueryOptions<Answer, Error, Answer, K>;

interface Props<K extends QueryKey> {
  query: EffectsQuery<K>;
  node: ExplanationNode;
  plan: Plan;
  configuration: string;
  currency: string;
  onFollow: (quantity: string) => void;
  leads: (quantity: string) => boolean;
}

const MOST_SHOWN = 6;

/** Of the ends of a range no more is known. */
const FEW_DIGITS = 3;

/** What was entered is known; everything else is an assumption until somebody confirms it. */
const ENTERED = new Set(['given', 'imported']);

/** The values behind a number by what they do to it: assumptions first, then what was entered. */
export function Effects<K extends QueryKey>({ query, ...props }: Props<K>) {
  const found = useQuery(query);
  if (found.isError) return <p className="soft small">{errorText(found.error)}</p>;
  const effects = found.data?.sensitivities ?? [];
  const assumed = effects.filter((each) => !ENTERED.has(each.input.status));
  const entered = effects.filter((each) => ENTERED.has(each.input.status));
  if (!found.isPending && effects.length === 0) return null;
  return (
    <>
      <h4>Assumptions, by their effect on this number</h4>
      {found.isPending ? (
        <p className={`soft small ${classes.pending ?? ''}`}>Calculating{'\u2026'}</p>
      ) : (
        <>
          {assumed.length === 0 && <p className="small">No assumption changes it.</p>}
          <EffectList {...props} answer={found.data} effects={assumed} testId="effects" />
          {entered.length > 0 && (
            <details className={classes.entered}>
              <summary>
                {entered.length === 1 ? '1 entered value' : `${String(entered.length)} entered values`}
              </summary>
              <EffectList {...props} answer={found.data} effects={entered} testId="effects-entered" />
            </details>
          )}
          <p className={classes.note}>
            Each input varied alone: to its 5th and 95th percentile where it is uncertain, else by ±10
            {'\u00a0'}%.
          </p>
        </>
      )}
    </>
  );
}

interface ListProps extends Omit<Props<QueryKey>, 'query'> {
  answer: Answer;
  effects: readonly ValueSensitivity[];
  testId: string;
}

function EffectList({ answer, effects, testId, ...props }: ListProps) {
  const [opened, setOpened] = useState(false);
  const base = answer.value ?? 0;
  const widest = Math.max(0, ...answer.sensitivities.flatMap((each) => endsOf(each, base)).map(Math.abs));
  const shown = opened || effects.length <= MOST_SHOWN + 1 ? effects : effects.slice(0, MOST_SHOWN);
  return (
    <>
      <ol className={classes.list} data-testid={testId}>
        {shown.map((each) => (
          <EffectRow
            key={[each.input.pointer, each.input.quantity, each.input.group, each.input.role].join(' ')}
            {...props}
            effect={each}
            base={base}
            widest={widest}
          />
        ))}
      </ol>
      {shown.length < effects.length && (
        <button type="button" className="link-button small" onClick={() => setOpened(true)}>
          {effects.length - shown.length} with less effect
        </button>
      )}
    </>
  );
}

interface RowProps extends Omit<ListProps, 'answer' | 'effects' | 'testId'> {
  effect: ValueSensitivity;
  base: number;
  widest: number;
}

function EffectRow({ effect, base, widest, node, plan, configuration, currency, onFollow, leads }: RowProps) {
  const { input } = effect;
  const [low, high] = endsOf(effect, base);
  const at = (value: number) => `${String(50 + (50 * value) / (widest || 1))}%`;
  const owner = plan.configurations.find(
    (each) => each.key === input.configuration && each.key !== configuration,
  );
  const label = [input.label, input.group, owner?.name].filter(Boolean).join(', ');
  const origin = [input.source, input.locator].filter(Boolean).join(', ');
  return (
    <li>
      <div className={classes.what}>
        <span className={classes.label}>
          {leads(input.quantity) ? (
            <button type="button" className="link-button" onClick={() => onFollow(input.quantity)}>
              {label}
            </button>
          ) : (
            label
          )}
        </span>
        <span className={classes.value}>
          <span className="number">{formatInput(input, input.value ?? 0, currency)}</span>{' '}
          <StatusBadge status={input.status} note={origin || input.note} />
        </span>
      </div>
      <div className={classes.effect}>
        <span className={classes.track} aria-hidden="true">
          <span className={classes.zero} />
          {[low, high].map(
            (each, place) =>
              each !== 0 && (
                <span
                  key={place}
                  className={classes.bar}
                  data-end={place === 0 ? 'low' : 'high'}
                  style={{ left: at(Math.min(0, each)), right: `calc(100% - ${at(Math.max(0, each))})` }}
                />
              ),
          )}
        </span>
        <span className={classes.words}>{effectText(effect, node, base, currency)}</span>
      </div>
      {origin && <p className={classes.origin}>{origin}</p>}
    </li>
  );
}

/** How far the number moves at the low and at the high end; what has no number there does not move it. */
function endsOf(effect: ValueSensitivity, base: number): [number, number] {
  const apart = (end: number | null) => (end === null ? 0 : end - base);
  return [apart(effect.at_low), apart(effect.at_high)];
}

/** What the value does to the number, in words: "+3.1 % if 10 % higher", or at the ends of its range. */
export function effectText(
  effect: ValueSensitivity,
  node: Pick<ExplanationNode, 'unit' | 'quantity'>,
  base: number,
  currency: string,
): string {
  const byTenth = effect.moved === 'a tenth';
  const said = (value: number) => `at ${formatInput(effect.input, value, currency, FEW_DIGITS)}`;
  const ends = [
    { end: effect.at_low, where: byTenth ? 'if 9\u00a0% lower' : said(effect.low) },
    { end: effect.at_high, where: byTenth ? 'if 10\u00a0% higher' : said(effect.high) },
  ];
  return ends
    .filter(({ end }) => end === null || end !== base)
    .map(({ end, where }) => `${change(end, base, node, currency)} ${where}`)
    .join(', ');
}

function change(
  end: number | null,
  base: number,
  node: Pick<ExplanationNode, 'unit' | 'quantity'>,
  currency: string,
): string {
  if (end === null) return 'no answer';
  const apart = end - base;
  const sign = apart < 0 ? '\u2212' : '+';
  const unit = unitOf(Math.abs(apart), unitText(node.unit, currency));
  const isWhole = Number.isInteger(base) && Number.isInteger(end) && Math.abs(base) < WHOLE;
  if (isWhole || base === 0 || node.unit === '' || Math.abs(apart / base) > MOST_SHARE)
    return `${sign}${amountText(node, Math.abs(apart), currency, formatNumber)}${unit ? `\u00a0${unit}` : ''}`;
  return `${sign}${formatRough(Math.abs(100 * (apart / base)))}\u00a0%`;
}

/** Counts are moved by whole things, and beyond several times the number percent says nothing. */
const WHOLE = 1000;
const MOST_SHARE = 5;
