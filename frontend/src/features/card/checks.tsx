import type { Decision } from '@/api/types';
import { RemedyButton } from '@/components/remedy';

import { CardLine } from './card-line';
import { Pending } from './pending';
import classes from './reasons.module.css';

const LINES = 3;

/** What to check before the answer is relied on; what opens is the whole of it, beside a change of one click. */
export function Checks({
  checks,
  waits,
}: {
  checks: Decision['checks'];
  /** Whether those of simulations are still to come: they stand behind those that are known. */
  waits: boolean;
}) {
  return (
    <div className={classes.part}>
      <h3>Check first</h3>
      <ol className={classes.checks}>
        {Array.from({ length: LINES }, (_, place) => {
          const check = checks[place];
          return (
            <li key={place} className={classes.line} data-marked={check !== undefined}>
              {check ? (
                <>
                  <CardLine line={check.line} clamped /> <RemedyButton remedy={check.remedy} />
                </>
              ) : (
                waits && <Pending width="90%" />
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
