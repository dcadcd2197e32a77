import type { Doubt, Driver } from '@/api/types';
import { formatMoneyShort } from '@/lib/format';

import classes from './advice-card.module.css';

const SHOWN = 4;
/** Precision follows doubt. */
const TWO_DIGITS = { maximumSignificantDigits: 2 } as const;

/** The values at which the advice flips, or else what moves the difference most. */
export function ChangesOfMind({ doubt }: { doubt: Doubt | undefined }) {
  const drivers = doubt?.drivers ?? [];
  const turning = drivers.filter((each) => each.break_even !== null);
  const [shown, write] = turning.length > 0 ? [turning, breakEven] : [drivers, reach];
  return (
    <div className={classes.drivers}>
      <h3>
        {turning.length > 0 || !doubt ? 'What would change the advice' : 'What moves the difference most'}
      </h3>
      {doubt && drivers.length === 0 && <p className="soft">Nothing to compare.</p>}
      <dl>
        {shown.slice(0, SHOWN).map((each) => (
          <div key={each.cause}>
            <dt>{each.name}</dt>
            <dd>{write(each)}</dd>
          </div>
        ))}
      </dl>
      {drivers.length > 0 && turning.length === 0 && (
        <p className="soft small">No single value within its range changes the advice.</p>
      )}
    </div>
  );
}

function breakEven({ shape, break_even: value }: Driver): string {
  if (value === null) return '';
  return shape === 'factor'
    ? `at ${value.toLocaleString(undefined, TWO_DIGITS)} times its value`
    : `at ${value < 0 ? '\u2212' : '+'}${(Math.abs(value) * 100).toLocaleString(undefined, TWO_DIGITS)} points a year`;
}

function reach({ low_difference: low, high_difference: high, low_cost, high_cost }: Driver): string {
  const [from, to] = low === null || high === null ? [low_cost, high_cost] : [low, high];
  return from === null || to === null ? '' : `${formatMoneyShort(from)} to ${formatMoneyShort(to)}`;
}
