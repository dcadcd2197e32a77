import type { ChartMark } from '@/api/types';
import { markerAt, shapePath } from '@/lib/markers';

import type * as library from './library';
import { HALO, TEXT } from './style';

const LINE_HEIGHT = 14;
const MARK = 4;
const GAP = 6;

/** Lines where sums cross that of the reference: as elements, since the library knows its own children only. */
export function crossingLines(
  { ReferenceLine }: Pick<typeof library, 'ReferenceLine'>,
  marks: readonly ChartMark[],
  at: (mark: ChartMark) => number,
  last: number,
) {
  return marks.map((mark, turn) => (
    <ReferenceLine
      key={mark.place}
      x={at(mark)}
      stroke={markerAt(mark.place ?? 0).colour}
      strokeDasharray="4 3"
      data-crossover={mark.at}
      label={({ viewBox }: { viewBox?: Place }) => (
        <CrossingLabel mark={mark} turn={turn} isLate={at(mark) > last / 2} viewBox={viewBox} />
      )}
    />
  ));
}

interface Place {
  x?: number;
  y?: number;
}

interface LabelProps {
  mark: ChartMark;
  turn: number;
  /** Whether the line is in the right half, which leaves room at its left. */
  isLate: boolean;
  viewBox: Place | undefined;
}

/** Whose line it is, and what happens there; below each other, so that two that are near can both be read. */
function CrossingLabel({ mark, turn, isLate, viewBox }: LabelProps) {
  const { colour, shape } = markerAt(mark.place ?? 0);
  const side = isLate ? -1 : 1;
  const x = (viewBox?.x ?? 0) + side * (GAP + MARK);
  const y = (viewBox?.y ?? 0) + LINE_HEIGHT * (turn + 0.5);
  return (
    <g>
      <path
        d={shapePath(shape, MARK)}
        transform={`translate(${String(x)},${String(y)})`}
        fill={colour}
        stroke="var(--surface)"
      />
      <text
        x={x + side * (GAP + MARK / 2)}
        y={y}
        dominantBaseline="central"
        textAnchor={isLate ? 'end' : 'start'}
        {...TEXT}
        {...HALO}
        fill="var(--ink)"
      >
        {mark.text}
      </text>
    </g>
  );
}
