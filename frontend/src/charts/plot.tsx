import { type ReactNode, useRef } from 'react';
import { ResponsiveContainer } from 'recharts';

import { useNear } from '@/lib/use-near';

/** The place of a drawing, as wide as there is room: what is drawn is most of the work of a page, so far below nothing is. */
export function Plot({ height, children }: { height: number; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const near = useNear(place);
  return (
    <div ref={place} style={{ height }} data-far={near ? undefined : true}>
      {near && (
        <ResponsiveContainer width="100%" height={height}>
          {children}
        </ResponsiveContainer>
      )}
    </div>
  );
}
