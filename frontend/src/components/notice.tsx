import type { ReactNode } from 'react';

import classes from './notice.module.css';

interface Props {
  tone: 'info' | 'warning' | 'error';
  title?: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** Something to know, where it matters. Errors are announced at once. */
export function Notice({ tone, title, children, actions }: Props) {
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      <div className={classes.text}>
        {title !== undefined && <strong>{title} </strong>}
        {children}
      </div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
