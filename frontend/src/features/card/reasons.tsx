import type { Decision } from '@/api/types';
import { OpenFigure } from '@/components/open-figure';

import { CardLine } from './card-line';
import { Pending } from './pending';
import classes from './reasons.module.css';

/** What would change the advice that the card has room for; the rest stands behind it. */
export const BREAK_EVENS = 2;

/** What limits the configuration that leads: how much of its hosts each limit takes. */
export function Limits({ limits }: Pick<Decision, 'limits'>) {
  return (
    <div className={classes.part}>
      <h3>What limits</h3>
      <ul>
        {limits.map(({ label, share, figure, binding }, place) => (
          // By place: another limit is written into a line, no line moves.
          <li key={place} className={classes.limit} data-binding={binding}>
            <span key={label} className={classes.name}>
              {label}
            </span>
            <svg className={classes.track} aria-hidden="true">
              {share != null && <rect width={`${String(100 * Math.min(share, 1))}%`} height="100%" />}
            </svg>
            <span className={classes.used}>
              <OpenFigure figure={figure} label={label} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What would change the advice; its room is kept until the simulations are done. */
export function BreakEvens({
  decision: { break_evens_title: title, break_evens: lines },
  waits,
}: {
  decision: Decision;
  /** Whether it is still to come. */
  waits: boolean;
}) {
  return (
    <div className={classes.part}>
      <h3 key={title} data-name>
        {title || 'Break-evens'}
      </h3>
      {/* Mounted anew with another title, which may take another line. */}
      <ul key={`lines of ${title}`}>
        {Array.from({ length: BREAK_EVENS }, (_, place) => {
          const line = lines[place];
          return (
            <li key={place} className={classes.breakEven}>
              {line ? <CardLine line={line} clamped={2} /> : waits && <Pending width="85%" />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
