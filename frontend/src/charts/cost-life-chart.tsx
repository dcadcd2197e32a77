import { type ComparedQuantity, comparedValue } from '@/api/headline';
import type { Result } from '@/api/types';
import { formatMoneyShort, formatNumber, formatValue, stateText } from '@/lib/format';
import { markerAt, shapePath } from '@/lib/markers';

import { lineOf } from './basis';
import { ChartFrame } from './chart-frame';
import { wordsOf } from './chart-words';
import { Plot } from './plot';
import { AXIS, axisLabel, GRID, spanTicks, TEXT } from './style';
import { endsOfYears, LIFE_RANGE, ticksWithin } from './years-axis';

interface Point {
  place: number;
  cost: number;
  life: number;
  band: [number, number];
}

const SIGN = 6;

/** What each configuration costs against how long its drives last: bottom right is dear and soon worn out. */
export function CostLifeChart({ result }: { result: Result }) {
  const { configurations, currency, horizon_years: horizon } = result;
  const total = configurations.every((each) => comparedValue(each, 'cluster_tco')?.value != null);
  const cost = total ? 'cluster_tco' : 'known_parts_cost';
  const points = configurations.flatMap((each, place): Point[] => {
    const { low, mid, high } = each.life_years;
    const x = comparedValue(each, cost)?.value ?? null;
    if (x === null || mid === null || mid <= 0) return [];
    return [{ place, cost: x, life: mid, band: [mid - (low ?? mid), (high ?? mid) - mid] }];
  });
  const lives = points.flatMap(({ life, band: [down, up] }) => [life - down, life + up]);
  const [from, to] = endsOfYears([horizon, ...lives.filter((each) => each > 0)]);
  const costs = spanTicks(
    Math.min(...points.map((each) => each.cost)),
    Math.max(...points.map((each) => each.cost)),
  );
  return (
    <ChartFrame
      title="Cost and life"
      words={wordsOf(result, 'cost_life')}
      description={`As entered, ${total ? 'total cost' : 'cost of the known parts'}, ${currency}, against the years until the drives wear out, log scale, computed; ${LIFE_RANGE}`}
      table={{
        columns: ['Configuration', currency, 'Years', 'Hosts'],
        rows: configurations.map((each) => {
          const amount = comparedValue(each, cost);
          const life = comparedValue(each, 'known_life_years');
          return {
            label: each.name,
            cells: [
              amount ? formatValue(amount, 'money', '', currency).text : '',
              life ? formatValue(life, 'years', '', '').text : '',
              formatValue(each.hosts, 'count', '', currency).text,
            ],
          };
        }),
      }}
    >
      {points.length === 0 ? (
        <p className="soft">{lacking(result, cost)}</p>
      ) : (
        <Plot height={260}>
          {({ CartesianGrid, ErrorBar, ReferenceLine, Scatter, ScatterChart, XAxis, YAxis }) => (
            <ScatterChart margin={{ top: 16, right: 24, bottom: 16, left: 0 }} accessibilityLayer={false}>
              <CartesianGrid {...GRID} />
              <XAxis
                type="number"
                dataKey="cost"
                domain={[costs[0] ?? 'auto', costs.at(-1) ?? 'auto']}
                ticks={costs}
                padding={{ left: 32, right: 32 }}
                {...AXIS}
                tickFormatter={(value: number) => formatMoneyShort(value)}
                label={axisLabel(`cost, ${currency}`)}
              />
              <YAxis
                type="number"
                dataKey="life"
                scale="log"
                domain={[from, to]}
                ticks={ticksWithin(from, to)}
                allowDataOverflow
                width={52}
                {...AXIS}
                tickFormatter={(value: number) => formatNumber(value)}
                label={{
                  value: 'years',
                  angle: -90,
                  position: 'insideLeft',
                  ...TEXT,
                }}
              />
              <ReferenceLine
                y={horizon}
                stroke="var(--ink-soft)"
                {...lineOf('entered')}
                label={{
                  value: `horizon ${formatNumber(horizon)} y`,
                  position: 'insideBottomRight',
                  ...TEXT,
                }}
              />
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
                    dataKey="band"
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
      )}
    </ChartFrame>
  );
}

/** Which of the two figures is missing, and why. */
function lacking({ configurations }: Result, cost: ComparedQuantity): string {
  const asked: [string, ComparedQuantity][] = [
    ['Cost', cost],
    ['Life', 'known_life_years'],
  ];
  const said = asked.map(([name, quantity]) => {
    const values = configurations.map((each) => comparedValue(each, quantity));
    const words = values.flatMap((value) => (value && value.value === null ? [stateText(value.state)] : []));
    return words.length === 0 ? '' : `${name}: ${[...new Set(words)].join(', ')}.`;
  });
  return said.filter(Boolean).join(' ');
}

function Sign({ x, y, point }: { x: number; y: number; point: Point }) {
  const { colour, shape } = markerAt(point.place);
  return (
    <path
      transform={`translate(${String(x)},${String(y)})`}
      d={shapePath(shape, SIGN)}
      fill={colour}
      data-basis="derived"
      data-value={point.cost}
    />
  );
}
