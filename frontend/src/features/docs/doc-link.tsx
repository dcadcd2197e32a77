import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { Place } from './library';

interface Props {
  place: Place;
  className?: string | undefined;
  /** What the link says, where it shows no words. */
  label?: string;
  children: ReactNode;
}

/** A link to a page of the documentation. What was searched for is left behind. */
export function DocLink({ place: { address, hash }, className, label, children }: Props) {
  return (
    <Link
      to="/docs/$"
      params={{ _splat: address }}
      hash={hash}
      className={className}
      aria-label={label}
      // Of an entry page, the pages below it are others.
      activeOptions={{ exact: true, includeSearch: false }}
    >
      {children}
    </Link>
  );
}
