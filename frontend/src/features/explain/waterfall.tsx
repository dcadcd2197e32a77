import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';

import type { ExplanationNode, ExplanationPart } from '@/api/types';
import { formatNumber, formatShare, stateText, unitText } from '@/lib/format';

import { amountText } from './node-values';
import classes from './waterfall.module.css';

interface Props {
  node: ExplanationNode;
  currency: string;
  onFollow: (quantity: string) => void;
  /** Whether a quantity can be followed from here. */
  leads: (quantity: string) => boolean;
}

/** Parts that have a line of their own; one more would be hidden as "1 smaller part". */
const NAMED = 6;

interface Step {
  part: ExplanationPart;
  amount: number | null;
  from: number;
  to: number;
}

/** The parts that a number is the sum of, one after the other, and the sum. */
export function Waterfall({ node, currency, onFollow, leads }: Props) {
  const [opened, setOpened] = useState(false);
  const { named, rest } = divided(node.parts);
  const steps = stepsOf([...named, ...rest]);
  const total = node.values[0] ?? null;
  const ends = [0, total ?? 0, ...steps.flatMap((each) => [each.from, each.to])];
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const at = (value: number) => `${String((100 * (value - least)) / (most - least || 1))}%`;
  const shown = opened || rest.length === 0 ? steps : steps.slice(0, named.length);
  const folded = steps.slice(named.length);
  const foldedSum = folded.reduce((sum, each) => sum + (each.amount ?? 0), 0);
  const write = (amount: number) => amountText(node, amount, currency, formatNumber);
  const unit = unitText(node.unit, currency);
  const bar = (from: number, to: number, kind: 'part' | 'less' | 'total') => (
    <span className={classes.track} aria-hidden="true">
      <span className={classes.zero} style={{ left: at(0) }} />
      <span
        className={classes.bar}
        data-kind={kind}
        style={{ left: at(Math.min(from, to)), right: `calc(100% - ${at(Math.max(from, to))})` }}
      />
    </span>
  );
  return (
    <>
      <h4>Made of</h4>
      <table className={classes.table} data-testid="waterfall">
        <thead>
          <tr>
            {['Part', 'Place in the sum', `Amount, ${unit}`, 'Share'].map((head) => (
              <th key={head} scope="col">
                <VisuallyHidden>{head}</VisuallyHidden>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ part, amount, from, to }, place) => (
            <tr key={`${part.label}-${String(place)}`} data-testid="waterfall-part" data-value={amount ?? ''}>
              <th scope="row">
                <span className={classes.label}>
                  {part.quantity !== null && leads(part.quantity) ? (
                    <button
                      type="button"
                      className="link-button"
                      onClick={() => part.quantity !== null && onFollow(part.quantity)}
                    >
                      {part.label}
                    </button>
                  ) : (
                    part.label
                  )}
                </span>
                {part.arithmetic && <span className={classes.arithmetic}>{part.arithmetic}</span>}
              </th>
              <td>{amount !== null && bar(from, to, amount < 0 ? 'less' : 'part')}</td>
              <td className="number">{amount === null ? stateText(part.value.state) : write(amount)}</td>
              <td className={`number ${classes.share}`}>{share(amount, total)}</td>
            </tr>
          ))}
          {rest.length > 0 && (
            <tr data-testid="waterfall-rest">
              <th scope="row">
                <button
                  type="button"
                  className="link-button"
                  aria-expanded={opened}
                  onClick={() => setOpened(!opened)}
                >
                  {opened ? 'Fewer parts' : `${String(rest.length)} smaller parts`}
                </button>
              </th>
              {opened ? (
                <td colSpan={3} />
              ) : (
                <>
                  <td>
                    {bar(
                      folded[0]?.from ?? 0,
                      (folded[0]?.from ?? 0) + foldedSum,
                      foldedSum < 0 ? 'less' : 'part',
                    )}
                  </td>
                  <td className="number">{write(foldedSum)}</td>
                  <td className={`number ${classes.share}`}>{share(foldedSum, total)}</td>
                </>
              )}
            </tr>
          )}
        </tbody>
        {total !== null && (
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td>{bar(0, total, 'total')}</td>
              <td className="number">
                {write(total)} {unit}
              </td>
              <td className={`number ${classes.share}`}>{share(total, total)}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </>
  );
}

const share = (amount: number | null, total: number | null) =>
  amount === null || total === null || total <= 0
    ? ''
    : formatShare(Math.round((1000 * amount) / total) / 1000);

/** The largest parts in their order, and the others. */
export function divided(parts: readonly ExplanationPart[]) {
  if (parts.length <= NAMED + 1) return { named: parts, rest: [] };
  const size = (each: ExplanationPart) => Math.abs(each.value.value ?? 0);
  const largest = new Set([...parts].sort((one, other) => size(other) - size(one)).slice(0, NAMED));
  return {
    named: parts.filter((each) => largest.has(each)),
    rest: parts.filter((each) => !largest.has(each)),
  };
}

/** Each part from where the one before it ends. */
export function stepsOf(parts: readonly ExplanationPart[]): Step[] {
  let reached = 0;
  return parts.map((part) => {
    const [amount, from] = [part.value.value, reached];
    reached += amount ?? 0;
    return { part, amount, from, to: reached };
  });
}
