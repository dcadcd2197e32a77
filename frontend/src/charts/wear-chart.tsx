import { comparedValue } from '@/api/headline';
import type { ConfigurationResult, Result } from '@/api/types';
import { formatNumber, formatValue } from '@/lib/format';
import { markerAt, shapePath } from '@/lib/markers';

import { type ChartBasis, lineOf } from './basis';
import { ChartFrame } from './chart-frame';
import { wordsOf } from './chart-words';
import { Plot } from './plot';
import { AXIS, axisLabel, GRID, shortened, TEXT } from './style';
import { endsOfYears, LIFE_RANGE, ticksWithin } from './years-axis';

interface Point {
  place: number;
  life: number;
  band: [number, number];
  name: string;
  text: string;
}

function pointOf(configuration: ConfigurationResult, place: number): Point[] {
  const { low, mid, high } = configuration.life_years;
  if (mid === null || mid <= 0) return [];
  return [
    {
      place,
      life: mid,
      band: [mid - (low ?? mid), (high ?? mid) - mid],
      name: configuration.name,
      text: formatNumber(mid),
    },
  ];
}

interface Line {
  years: number;
  name: string;
  anchor: 'start' | 'middle' | 'end';
  basis: ChartBasis;
}

/** Horizon and warranties, each named once. */
function referenceLines(result: Result): Line[] {
  const warranties = new Set(
    result.configurations.flatMap((each) => comparedValue(each, 'warranty_years')?.value ?? []),
  );
  const lines = new Map<number, string[]>([[result.horizon_years, ['horizon']]]);
  for (const years of warranties) lines.set(years, [...(lines.get(years) ?? []), 'warranty']);
  const sorted = [...lines].toSorted(([one], [other]) => one - other);
  return sorted.map(([years, names], place) => ({
    years,
    name: `${names.join(' = ')} ${formatNumber(years)} y`,
    // Names of lines that stand close together stand on either side of them.
    anchor: sorted.length === 1 ? 'middle' : place === 0 ? 'end' : 'start',
    // The horizon is a choice of the plan, a warranty is what the vendor says.
    basis: names.includes('horizon') ? 'entered' : 'vendor-stated',
  }));
}

/** How long the flash lasts, with the range that holds 90 % of the cases, against horizon and warranty. */
export function WearChart({ result }: { result: Result }) {
  const { configurations } = result;
  const points = configurations.flatMap(pointOf);
  const lines = referenceLines(result);
  const low = (each: ConfigurationResult) => each.life_years.low;
  const high = (each: ConfigurationResult) => each.life_years.high;
  const years = [
    ...points.map((each) => each.life),
    ...configurations.flatMap((each) =>
      [low(each), high(each)].filter((value) => value !== null && value > 0),
    ),
    ...lines.map((each) => each.years),
  ] as number[];
  const [from, to] = endsOfYears(years);
  const cell = (value: number | null) => (value === null ? '' : formatNumber(value));
  const absent = configurations.filter((_, place) => !points.some((point) => point.place === place));
  return (
    <ChartFrame
      title="Wear-out"
      words={wordsOf(result, 'wear')}
      description={`As entered, years until the rated writes are used up, computed, log scale; ${LIFE_RANGE}`}
      table={{
        columns: ['Years', 'Early (5\u00a0%)', 'Middle', 'Late (95\u00a0%)'],
        rows: configurations.map((each) => {
          const life = comparedValue(each, 'known_life_years');
          const middle =
            each.life_years.mid === null && life
              ? formatValue(life, 'years', '', '').text
              : cell(each.life_years.mid);
          return { label: each.name, cells: [cell(low(each)), middle, cell(high(each))] };
        }),
      }}
    >
      {points.length > 0 && (
        <Plot height={configurations.length * 44 + 64}>
          {({ CartesianGrid, ErrorBar, ReferenceLine, Scatter, ScatterChart, XAxis, YAxis }) => (
            <ScatterChart margin={{ top: 18, right: 24, bottom: 16, left: 0 }} accessibilityLayer={false}>
              <CartesianGrid {...GRID} horizontal={false} />
              <XAxis
                type="number"
                dataKey="life"
                scale="log"
                domain={[from, to]}
                ticks={ticksWithin(from, to)}
                allowDataOverflow
                {...AXIS}
                tickFormatter={(value: number) => formatNumber(value)}
                label={axisLabel('years')}
              />
              <YAxis
                type="number"
                dataKey="place"
                domain={[-0.5, configurations.length - 0.5]}
                ticks={configurations.map((_, place) => place)}
                tickFormatter={(place: number) => shortened(configurations[place]?.name ?? '', 34)}
                width={116}
                reversed
                interval={0}
                {...AXIS}
              />
              {lines.map((line) => (
                <ReferenceLine
                  key={line.name}
                  x={line.years}
                  stroke="var(--ink-soft)"
                  {...lineOf(line.basis)}
                  label={{
                    value: line.name,
                    position: 'top',
                    textAnchor: line.anchor,
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
                    dataKey="band"
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
      {absent.length > 0 && (
        <p className="soft small">
          {absent
            .map((each) => {
              const life = comparedValue(each, 'known_life_years');
              return `${each.name}: ${life ? formatValue(life, 'years', '', '').text : 'not evaluated'}`;
            })
            .join('; ')}
        </p>
      )}
    </ChartFrame>
  );
}

function LifeMark({ x, y, point }: { x: number; y: number; point: Point }) {
  const { colour, shape } = markerAt(point.place);
  return (
    <g transform={`translate(${String(x)},${String(y)})`}>
      <path
        d={shapePath(shape, 5)}
        fill={colour}
        stroke="var(--surface)"
        strokeWidth={1.5}
        data-basis="derived"
        data-value={point.life}
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
