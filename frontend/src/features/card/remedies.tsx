import { Button } from '@mantine/core';

import type { Card } from '@/api/types';
import { FieldLinks } from '@/components/field-links';
import { usePlanActions } from '@/plan/plan-actions';

import classes from './decision-card.module.css';

/** Changes that let something be built or compared, one click each; else the fields that are missing. */
export function Remedies({ card }: { card: Card }) {
  const { cure, search, readOnly } = usePlanActions();
  const offered = readOnly || !cure ? [] : card.remedies;
  const [first] = card.rows;
  const searched = card.state === 'cannot_be_built' && !readOnly && search ? first : undefined;
  if (offered.length === 0 && card.missing.length === 0 && !searched) return null;
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
      {searched && (
        <Button size="sm" data-action onClick={() => search?.(searched.configuration)}>
          Search for what fits
        </Button>
      )}
      {card.missing.length > 0 && (
        <span className={classes.missing} data-action>
          needs <FieldLinks pointers={card.missing} />
        </span>
      )}
    </div>
  );
}
