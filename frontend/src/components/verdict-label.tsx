import type { Decision } from '@/api/types';

import classes from './verdict-label.module.css';

/** A verdict in a word or two, as a list shows it. */
export function VerdictLabel({ state, children }: { state: Decision['state']; children: string }) {
  return (
    <span className={classes.label} data-state={state}>
      {children}
    </span>
  );
}
