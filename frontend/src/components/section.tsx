import { type ReactNode, useId } from 'react';

import classes from './section.module.css';

interface Props {
  title: string;
  /** A line of explanation beside or below the title. */
  hint?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}

/** A named part of a page. */
export function Section({ title, hint, aside, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {hint !== undefined && <span className={classes.hint}>{hint}</span>}
        {aside !== undefined && <div className={classes.aside}>{aside}</div>}
      </div>
      {children}
    </section>
  );
}
