import { type ReactNode, Suspense, useRef } from 'react';

import { useNear } from '@/lib/use-near';

/** Loads and renders what takes long, such as charts, once it comes near the window; until then it keeps about its room. */
export function Near({ height, children }: { height: number; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const near = useNear(place);
  // What is on its way is as far as what is not asked for.
  const room = <div ref={place} style={{ minHeight: height }} data-far />;
  return near ? <Suspense fallback={room}>{children}</Suspense> : room;
}
