import type { Card, DoubtCard } from '@/api/types';
import { OpenFigure } from '@/components/open-figure';

import { CardLine } from './card-line';
import { Pending } from './pending';
import classes from './reasons.module.css';

const LINES = 2;

/** What limits the configuration that leads: how much of its hosts each limit takes. */
export function Limits({ card }: { card: Card }) {
  return (
    <div className={classes.part}>
      <h3>What limits</h3>
      <ul>
        {card.limits.map(({ label, share, figure, binding }, place) => (
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
export function Flips({
  sure,
  waits,
}: {
  sure: DoubtCard | undefined;
  /** Whether it is still to come. */
  waits: boolean;
}) {
  return (
    <div className={classes.part}>
      <h3 key={sure?.flips_label} data-name>
        {sure?.flips_label ?? 'Would change it'}
      </h3>
      <ul>
        {Array.from({ length: LINES }, (_, place) => {
          const line = sure?.flips[place];
          return (
            <li key={place} className={classes.flip}>
              {waits && <Pending width="85%" />}
              {line && <CardLine line={line} clamped />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
