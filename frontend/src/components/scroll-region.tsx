import type { ReactNode } from 'react';

import classes from './scroll-region.module.css';

interface Props {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A named part of the page that scrolls on its own, by keyboard too, and shows that it does. */
export function ScrollRegion({ label, className = '', children }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={`${String(classes.region)} ${className}`} role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
