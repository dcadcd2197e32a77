import { type ReactNode, useDeferredValue } from 'react';

interface Props {
  /** The placeholder until then. */
  fallback?: ReactNode;
  children: ReactNode;
}

/**
 * Renders large children in a pass of their own, after their surroundings are painted. React slices that pass, so that
 * the page stays responsive; an answer of the server would otherwise render all at once.
 */
export function Deferred({ fallback, children }: Props) {
  const there = useDeferredValue(true, false);
  return there ? children : fallback;
}
