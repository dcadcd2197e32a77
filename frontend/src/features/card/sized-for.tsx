import { useId } from 'react';

import type { Decision } from '@/api/types';
import { OpenFigure } from '@/components/open-figure';

import { useRovingFocus } from '@/lib/use-roving-focus';

import { Pending } from './pending';
import classes from './sized-for.module.css';

interface Props {
  decision: Decision;
  /** Whether what each needs is still to come. */
  waits: boolean;
  /** The level of the plan, which the decision follows. */
  level: number | null;
  onLevel: ((level: number | null) => void) | undefined;
}

/** Which number of hosts to buy: what each level needs, and the choice of one, which is a change of the plan. */
export function SizedFor({ decision, waits, level: chosen, onLevel }: Props) {
  const id = useId();
  const rove = useRovingFocus();
  return (
    <div ref={rove} className={classes.levels} role="radiogroup" aria-labelledby={id}>
      <span id={id} className={classes.title}>
        Sized for
      </span>
      {decision.levels.map(({ level, label, hosts, dearer }) => (
        <div key={label} className={classes.level} data-chosen={level === chosen}>
          <label className={classes.choice}>
            <input
              type="radio"
              name={id}
              checked={level === chosen}
              disabled={!onLevel}
              onChange={() => onLevel?.(level)}
            />
            <span data-name>{label}</span>
          </label>
          <p key={hosts?.text} className={classes.needs}>
            {waits && <Pending width="3rem" />}
            {hosts && <OpenFigure figure={hosts} label={`Hosts ${label}`} />}
            {dearer && (
              <>
                {', '}
                <OpenFigure figure={dearer} label={`Cost ${label}`} />
              </>
            )}
          </p>
        </div>
      ))}
    </div>
  );
}
