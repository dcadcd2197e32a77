import type { ReactNode } from 'react';

import classes from './stale-area.module.css';

/** An answer that greys while it belongs to an earlier state of the plan. */
export function StaleArea({ stale, children }: { stale: boolean; children: ReactNode }) {
  return (
    <div className={classes.area} data-stale={stale} aria-busy={stale}>
      {children}
    </div>
  );
}
