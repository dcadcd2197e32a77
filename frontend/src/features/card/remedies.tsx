import { Button } from '@mantine/core';

import type { Card } from '@/api/types';
import { FieldLinks } from '@/components/field-links';
import { usePlanActions } from '@/plan/plan-actions';

import classes from './decision-card.module.css';

/** Changes that let something be built or compared, one click each; else the fields that are missing. */
export function Remedies({ card }: { card: Card }) {
  const { cure, readOnly } = usePlanActions();
  const offered = readOnly || !cure ? [] : card.remedies;
  if (offered.length === 0 && card.missing.length === 0) return null;
  return (
    <div className={classes.remedies}>
      {offered.map(({ cure: remedy, effect }, place) => (
        <Button
          key={remedy.label}
          variant={place === 0 ? 'filled' : 'default'}
          size="sm"
          data-action
          onClick={() => cure?.(remedy)}
        >
          {remedy.label}
          {effect && <span className={classes.effect}>{effect}</span>}
        </Button>
      ))}
      {card.missing.length > 0 && (
        <span className={classes.missing} data-action>
          needs <FieldLinks pointers={card.missing} />
        </span>
      )}
    </div>
  );
}
