import type { Chart, ChartMark } from '@/api/types';
import { markerAt, shapePath } from '@/lib/markers';

import { lineOf } from './basis';
import { ChartFrame } from './chart-frame';
import { absentOf, axisOf, basisOfMark, type Placed, placedOf } from './drawn';
import { Plot } from './plot';
import { AXIS, axisLabel, GRID, shortened, TEXT } from './style';

/** How long the flash lasts, with the range that holds 90 % of the cases, against horizon and warranty. */
export function WearChart({ chart: { name, words, drawn } }: { chart: Chart }) {
  const { across, series, marks, about } = drawn;
  const points = placedOf(drawn);
  const absent = absentOf(drawn);
  return (
    <ChartFrame
      title={name}
      words={words}
      description={about}
      table={{
        columns: ['Years', 'Early (5\u00a0%)', 'Middle', 'Late (95\u00a0%)'],
        units: ['', 'Years', 'Years', 'Years'],
        rows: series.flatMap((each) =>
          each.points.map((point) => ({
            label: each.name,
            cells: [point.low, point.across, point.high].map((reading) => reading?.text ?? ''),
          })),
        ),
      }}
    >
      {points.length > 0 && (
        <Plot height={series.length * 44 + 64}>
          {({ CartesianGrid, ErrorBar, ReferenceLine, Scatter, ScatterChart, XAxis, YAxis }) => (
            <ScatterChart margin={{ top: 18, right: 24, bottom: 16, left: 0 }} accessibilityLayer={false}>
              <CartesianGrid {...GRID} horizontal={false} />
              <XAxis
                type="number"
                dataKey="across"
                {...(across && axisOf(across))}
                {...AXIS}
                label={axisLabel(across?.label ?? '')}
              />
              <YAxis
                type="number"
                dataKey="place"
                domain={[-0.5, series.length - 0.5]}
                ticks={series.map(({ place }) => place)}
                tickFormatter={(place: number) => shortened(series[place]?.name ?? '', 34)}
                width={116}
                reversed
                interval={0}
                {...AXIS}
              />
              {marks.map((mark, turn) => (
                <ReferenceLine
                  key={mark.text}
                  x={mark.at}
                  stroke="var(--ink-soft)"
                  {...lineOf(basisOfMark(mark))}
                  label={{
                    value: mark.text,
                    position: 'top',
                    textAnchor: anchorOf(marks, turn),
                    ...TEXT,
                  }}
                />
              ))}
              {points.map((point) => (
                <Scatter
                  key={point.place}
                  data={[point]}
                  isAnimationActive={false}
                  shape={(dot: { cx?: number; cy?: number }) => (
                    <LifeMark x={dot.cx ?? 0} y={dot.cy ?? 0} point={point} />
                  )}
                >
                  <ErrorBar
                    dataKey="range"
                    direction="x"
                    width={6}
                    strokeWidth={2}
                    stroke={markerAt(point.place).colour}
                    isAnimationActive={false}
                    data-basis="derived"
                  />
                </Scatter>
              ))}
            </ScatterChart>
          )}
        </Plot>
      )}
      {absent.length > 0 && <p className="soft small">{absent.join('; ')}</p>}
    </ChartFrame>
  );
}

/** Names of lines that stand close together stand on either side of them. */
function anchorOf(marks: readonly ChartMark[], turn: number): 'start' | 'middle' | 'end' {
  if (marks.length === 1) return 'middle';
  return turn === 0 ? 'end' : 'start';
}

function LifeMark({ x, y, point }: { x: number; y: number; point: Placed }) {
  const { colour, shape } = markerAt(point.place);
  return (
    <g transform={`translate(${String(x)},${String(y)})`}>
      <path
        d={shapePath(shape, 5)}
        fill={colour}
        stroke="var(--surface)"
        strokeWidth={1.5}
        data-basis="derived"
        data-value={point.across}
      />
      <text
        y={-10}
        textAnchor="middle"
        fontSize={11}
        fill="var(--ink)"
        stroke="var(--surface)"
        strokeWidth={3}
        paintOrder="stroke"
      >
        {point.text} y
      </text>
    </g>
  );
}
