import type { Chart } from '@/api/types';
import { markerAt, shapePath } from '@/lib/markers';

import { lineOf } from './basis';
import { ChartFrame } from './chart-frame';
import { axisOf, basisOfMark, type Placed, placedOf } from './drawn';
import { Plot } from './plot';
import { AXIS, axisLabel, GRID, TEXT } from './style';

const SIGN = 6;

/** What each configuration costs against how long its drives last: bottom right is dear and soon worn out. */
export function CostLifeChart({ chart: { name, words, drawn } }: { chart: Chart }) {
  const { across, upright, series, marks, about } = drawn;
  const points = placedOf(drawn);
  return (
    <ChartFrame
      title={name}
      words={words}
      description={about}
      table={{
        columns: ['Configuration', across?.label ?? 'Cost', 'Years'],
        rows: series.flatMap((each) =>
          each.points.map((point) => ({
            label: each.name,
            cells: [point.across, point.upright].map((reading) => reading?.text ?? ''),
          })),
        ),
      }}
    >
      {across && upright ? (
        <Plot height={260}>
          {({ CartesianGrid, ErrorBar, ReferenceLine, Scatter, ScatterChart, XAxis, YAxis }) => (
            <ScatterChart margin={{ top: 16, right: 24, bottom: 16, left: 0 }} accessibilityLayer={false}>
              <CartesianGrid {...GRID} />
              <XAxis
                type="number"
                dataKey="across"
                {...axisOf(across)}
                padding={{ left: 32, right: 32 }}
                {...AXIS}
                label={axisLabel(across.label)}
              />
              <YAxis
                type="number"
                dataKey="upright"
                {...axisOf(upright)}
                width={52}
                {...AXIS}
                label={{
                  value: upright.label,
                  angle: -90,
                  position: 'insideLeft',
                  ...TEXT,
                }}
              />
              {marks.map((mark) => (
                <ReferenceLine
                  key={mark.kind}
                  y={mark.at}
                  stroke="var(--ink-soft)"
                  {...lineOf(basisOfMark(mark))}
                  label={{
                    value: mark.text,
                    position: 'insideBottomRight',
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
                    <Sign x={dot.cx ?? 0} y={dot.cy ?? 0} point={point} />
                  )}
                >
                  <ErrorBar
                    dataKey="range"
                    direction="y"
                    width={6}
                    stroke={markerAt(point.place).colour}
                    strokeWidth={2}
                    isAnimationActive={false}
                  />
                </Scatter>
              ))}
            </ScatterChart>
          )}
        </Plot>
      ) : (
        <p className="soft">{[...new Set(series.map((each) => each.unknown))].join(' ')}</p>
      )}
    </ChartFrame>
  );
}

function Sign({ x, y, point }: { x: number; y: number; point: Placed }) {
  const { colour, shape } = markerAt(point.place);
  return (
    <path
      transform={`translate(${String(x)},${String(y)})`}
      d={shapePath(shape, SIGN)}
      fill={colour}
      data-basis="derived"
      data-value={point.across}
    />
  );
}
