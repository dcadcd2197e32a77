import { type ReactNode, useDeferredValue } from 'react';

interface Props {
  /** What stands there until then. */
  fallback?: ReactNode;
  children: ReactNode;
}

/**
 * Renders what is large in a pass of its own, once what is around it is painted. That pass is cut into slices between
 * which the page answers, where an answer of the server would otherwise render all at once.
 */
export function Deferred({ fallback, children }: Props) {
  const there = useDeferredValue(true, false);
  return there ? children : fallback;
}
