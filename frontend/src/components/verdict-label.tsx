import type { Decision } from '@/api/types';

import classes from './verdict-label.module.css';

/** A verdict in a word or two, as a list shows it. */
export function VerdictLabel({ of: { label, strength } }: { of: Pick<Decision, 'label' | 'strength'> }) {
  return (
    <span className={classes.label} data-strength={strength}>
      {label}
    </span>
  );
}
