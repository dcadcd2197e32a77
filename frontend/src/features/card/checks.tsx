import type { CardCheck } from '@/api/types';
import { usePlanActions } from '@/plan/plan-actions';

import { CardLine } from './card-line';
import { Pending } from './pending';
import classes from './reasons.module.css';

const LINES = 3;

/** What to check before the answer is relied on; what opens is the whole of it, beside a change of one click. */
export function Checks({
  checks,
  waits,
}: {
  checks: readonly CardCheck[];
  /** Whether those of the simulations are still to come. */
  waits: boolean;
}) {
  const { cure, readOnly } = usePlanActions();
  return (
    <div className={classes.part}>
      <h3>Check first</h3>
      <ol className={classes.checks}>
        {Array.from({ length: LINES }, (_, place) => {
          const check = waits ? undefined : checks[place];
          const remedy = check?.cure;
          return (
            <li key={place} className={classes.line} data-marked={check !== undefined}>
              {waits && <Pending width={place === 0 ? '75%' : '90%'} />}
              {check && (
                <>
                  <CardLine line={check.line} clamped />
                  {remedy && cure && !readOnly && (
                    <>
                      {' '}
                      <button type="button" className="link-button" data-action onClick={() => cure(remedy)}>
                        {remedy.label}
                      </button>
                    </>
                  )}
                </>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
