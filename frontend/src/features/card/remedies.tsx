import { Button } from '@mantine/core';

import type { Decision } from '@/api/types';
import { FieldLinks } from '@/components/field-links';
import { usePlanActions } from '@/plan/plan-actions';

import classes from './decision-card.module.css';

/** Changes that let something be built or compared, one click each; else the fields that are missing. */
export function Remedies({ decision }: { decision: Decision }) {
  const { apply, search, readOnly } = usePlanActions();
  const offered = readOnly || !apply ? [] : decision.remedies;
  const [first] = decision.rows;
  const searched = decision.state === 'cannot_be_built' && !readOnly && search ? first : undefined;
  if (offered.length === 0 && decision.missing.length === 0 && !searched) return null;
  return (
    <div className={classes.remedies}>
      {offered.map(({ remedy, effect }, place) => (
        <Button
          key={remedy.label}
          variant={place === 0 ? 'filled' : 'default'}
          size="sm"
          data-action
          onClick={() => apply?.(remedy)}
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
      {decision.missing.length > 0 && (
        <span className={classes.missing} data-action>
          needs <FieldLinks pointers={decision.missing} />
        </span>
      )}
    </div>
  );
}
