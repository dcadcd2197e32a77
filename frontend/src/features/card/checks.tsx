import type { Decision, Notice } from '@/api/types';
import { FieldAction } from '@/components/field-links';
import { RemedyButton } from '@/components/remedy';

import { CardLine } from './card-line';
import { Pending } from './pending';
import classes from './reasons.module.css';

const LINES = 3;

/** What to do before the answer is relied on, and why: what opens is the whole of it. */
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
      <h3>Next</h3>
      <ol className={classes.checks}>
        {Array.from({ length: LINES }, (_, place) => {
          const check = checks[place];
          return (
            <li key={place} className={classes.line} data-marked={check !== undefined}>
              {check ? (
                <>
                  <NextAction check={check} />{' '}
                  <CardLine line={check.line} clamped={check.action === '' ? 2 : 1} />
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

/** What to do about a check: its change of one click, or the field to go to. */
function NextAction({ check }: { check: Notice }) {
  if (check.remedy) return <RemedyButton remedy={check.remedy} />;
  const pointer = check.said.flatMap(({ pointers }) => pointers)[0];
  return check.action && pointer !== undefined ? (
    <FieldAction pointer={pointer}>{check.action}</FieldAction>
  ) : null;
}
