import type { ChartMark } from '@/api/types';
import { markerAt } from '@/lib/markers';

import type * as library from './library';
import { HALO } from './style';

const LINE_HEIGHT = 14;

/** Lines where sums cross that of the reference: as elements, since the library knows its own children only. */
export function crossingLines(
  { ReferenceLine }: Pick<typeof library, 'ReferenceLine'>,
  marks: readonly ChartMark[],
  at: (mark: ChartMark) => number,
  position: 'insideTopLeft' | 'insideTopRight',
) {
  return marks.map((mark, turn) => (
    <ReferenceLine
      key={mark.place}
      x={at(mark)}
      stroke={markerAt(mark.place ?? 0).colour}
      strokeDasharray="4 3"
      data-crossover={mark.at}
      label={{
        value: mark.text,
        position,
        // Below each other, so that two that are near can both be read.
        dy: LINE_HEIGHT * turn,
        fill: 'var(--ink)',
        fontSize: 11,
        ...HALO,
      }}
    />
  ));
}
