import { useId } from 'react';

import type { Card, DoubtCard } from '@/api/types';
import { OpenFigure } from '@/components/open-figure';

import { Pending } from './pending';
import classes from './sized-for.module.css';

interface Props {
  card: Card;
  sure: DoubtCard | undefined;
  /** Whether what each needs is still to come. */
  waits: boolean;
  /** The level of the plan, which the card follows. */
  level: number | null;
  onLevel: ((level: number | null) => void) | undefined;
}

/** Which number of hosts to buy: what each level needs, and the choice of one, which is a change of the plan. */
export function SizedFor({ card, sure, waits, level: chosen, onLevel }: Props) {
  const id = useId();
  return (
    <div className={classes.levels} role="radiogroup" aria-labelledby={id}>
      <span id={id} className={classes.title}>
        Sized for
      </span>
      {card.levels.map(({ level, label }) => {
        const needs = sure?.levels.find((each) => each.level === level);
        return (
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
            <p key={needs?.hosts.text} className={classes.needs}>
              {waits && <Pending width="3rem" />}
              {needs && <OpenFigure figure={needs.hosts} label={`Hosts ${label}`} />}
              {needs?.dearer && (
                <>
                  {', '}
                  <OpenFigure figure={needs.dearer} label={`Cost ${label}`} />
                </>
              )}
            </p>
          </div>
        );
      })}
    </div>
  );
}
