import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { Section } from '@/components/section';
import { formatCounted, formatNumber } from '@/lib/format';

import { stepQuery } from './queries';
import type { Asked } from './question';
import classes from './search.module.css';

/** How far a search is, where its answer will stand: with a share only where the server says how many are done. */
export function Searching({ asked, onCancel }: { asked: Asked; onCancel: () => void }) {
  const { data: step } = useQuery(stepQuery(asked));
  const all = formatCounted(asked.combinations, 'combinations');
  const known = step != null && step.of > 0;
  const isWalked = known && step.done >= step.of;
  return (
    <Section title="Answer">
      <div className={classes.searching} aria-busy="true" data-testid="searching">
        <p role="status" className={classes.sentence}>
          {isWalked ? 'Placing the VMs on the best' : `Searching ${all}`}
          {'\u2026'}
        </p>
        <progress
          aria-label="Combinations computed"
          className={classes.bar}
          {...(known && { value: step.done, max: step.of })}
        />
        <p className={classes.advice}>
          {known ? `${formatNumber(step.done)} of ${formatCounted(step.of, 'combinations')} computed` : ''}
        </p>
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Section>
  );
}
