import { CartesianGrid, ResponsiveContainer, Scatter, ScatterChart, XAxis, YAxis } from 'recharts';

import type { Result } from '@/api/types';
import { formatMoneyShort, formatShare, formatValue, stateText } from '@/lib/format';
import { markerAt, shapePath } from '@/lib/markers';

import { ChartFrame } from './chart-frame';
import { AXIS_LINE, axisLabel, GRID, TICK } from './style';

interface Point {
  place: number;
  cost: number;
  risk: number;
  hosts: number;
  name: string;
}

/** Area, not radius, stands for the hosts. */
const RADIUS_PER_ROOT_HOST = 3.2;
const SHARES = [0, 0.25, 0.5, 0.75, 1];

function number(result: Result, place: number, quantity: string): number | null {
  return result.configurations[place]?.quantities[quantity]?.value ?? null;
}

/** Cost against the risk that the flash wears out; larger signs have more hosts. */
export function RiskChart({ result }: { result: Result }) {
  const { configurations, currency } = result;
  const total = configurations.every((_, place) => number(result, place, 'cluster_tco') !== null);
  const cost = total ? 'cluster_tco' : 'known_parts_cost';
  const points = configurations.flatMap((configuration, place): Point[] => {
    const [x, y] = [number(result, place, cost), number(result, place, 'wear_out_probability')];
    if (x === null || y === null) return [];
    return [{ place, cost: x, risk: y, hosts: configuration.hosts.value ?? 1, name: configuration.name }];
  });
  const text = (place: number, quantity: string, format: 'money' | 'probability' | 'count') => {
    const value = configurations[place]?.quantities[quantity];
    return value ? formatValue(value, format, '', currency).text : '';
  };
  const order = [...points].sort((a, b) => a.cost - b.cost);
  return (
    <ChartFrame
      title="Cost and risk"
      description={`${total ? 'Total cost' : 'Cost of the known parts'}, ${currency}, against the probability of wear-out before the horizon; larger is more hosts; computed`}
      table={{
        columns: ['Configuration', currency, 'Probability', 'Hosts'],
        rows: configurations.map((each, place) => ({
          label: each.name,
          cells: [
            text(place, cost, 'money'),
            text(place, 'wear_out_probability', 'probability'),
            text(place, 'hosts', 'count'),
          ],
        })),
      }}
    >
      {points.length === 0 ? (
        <p className="soft">{lacking(result, cost)}</p>
      ) : (
        <ResponsiveContainer width="100%" height={260}>
          <ScatterChart margin={{ top: 16, right: 24, bottom: 16, left: 0 }} accessibilityLayer={false}>
            <CartesianGrid {...GRID} />
            <XAxis
              type="number"
              dataKey="cost"
              domain={['auto', 'auto']}
              padding={{ left: 32, right: 32 }}
              tick={TICK}
              tickLine={false}
              axisLine={AXIS_LINE}
              tickFormatter={(value: number) => formatMoneyShort(value)}
              label={axisLabel(`cost, ${currency}`)}
            />
            <YAxis
              type="number"
              dataKey="risk"
              domain={[0, 1]}
              ticks={SHARES}
              width={52}
              tick={TICK}
              tickLine={false}
              axisLine={AXIS_LINE}
              tickFormatter={(value: number) => formatShare(value)}
            />
            {points.map((point) => (
              <Scatter
                key={point.place}
                data={[point]}
                isAnimationActive={false}
                shape={(dot: { cx?: number; cy?: number }) => (
                  <RiskMark x={dot.cx ?? 0} y={dot.cy ?? 0} point={point} label={labelPlace(point, order)} />
                )}
              />
            ))}
          </ScatterChart>
        </ResponsiveContainer>
      )}
    </ChartFrame>
  );
}

/** Which of the two figures is missing, and why. */
function lacking({ configurations }: Result, cost: string): string {
  const said = [
    ['Cost', cost],
    ['Wear-out', 'wear_out_probability'],
  ].map(([name = '', quantity = '']) => {
    const values = configurations.map((each) => each.quantities[quantity]);
    const words = values.flatMap((value) => (value && value.value === null ? [stateText(value.state)] : []));
    return words.length === 0 ? '' : `${name}: ${[...new Set(words)].join(', ')}.`;
  });
  return said.filter(Boolean).join(' ');
}

interface LabelPlace {
  /** Distance from the mark; negative is above. */
  offset: number;
  anchor: 'start' | 'end';
}

const LINE = 14;

/** How near risks have to be for their labels to touch. */
const NEAR = 0.4;

/** Labels of neighbours stand on lines of their own; those at the edges lean inwards. */
function labelPlace(point: Point, order: readonly Point[]): LabelPlace {
  const turn = order.indexOf(point);
  const width = (order.at(-1)?.cost ?? 0) - (order[0]?.cost ?? 0);
  const line = order.slice(0, turn).filter((other) => Math.abs(point.risk - other.risk) < NEAR).length;
  const anchor = point.cost - (order[0]?.cost ?? 0) > width / 2 ? 'end' : 'start';
  const distance = (line % 4) * LINE;
  return { offset: point.risk > 0.5 ? LINE + 2 + distance : -LINE / 2 - distance, anchor };
}

interface MarkProps {
  x: number;
  y: number;
  point: Point;
  label: LabelPlace;
}

function RiskMark({ x, y, point, label }: MarkProps) {
  const { colour, shape } = markerAt(point.place);
  const radius = RADIUS_PER_ROOT_HOST * Math.sqrt(point.hosts);
  const end = label.anchor === 'end';
  const text = `translate(${String(end ? radius : -radius)},${String(label.offset + (label.offset < 0 ? -radius : radius))})`;
  return (
    <g transform={`translate(${String(x)},${String(y)})`}>
      <path
        d={shapePath(shape, radius)}
        fill={colour}
        fillOpacity={0.75}
        stroke={colour}
        data-basis="derived"
        data-value={point.cost}
      />
      <g transform={text}>
        <path d={shapePath(shape, 3.5)} fill={colour} transform="translate(0,-4)" />
        <text
          x={end ? -8 : 8}
          textAnchor={label.anchor}
          fontSize={11}
          fill="var(--ink)"
          stroke="var(--surface)"
          strokeWidth={3}
          paintOrder="stroke"
        >
          {point.name}, {point.hosts} {point.hosts === 1 ? 'host' : 'hosts'}
        </text>
      </g>
    </g>
  );
}
