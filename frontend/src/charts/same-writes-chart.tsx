import type { ConfigurationStorage, SameWrites, SourceRange } from '@/api/types';
import { formatNumber, formatValue } from '@/lib/format';

import { lineOf, pointOf } from './basis';
import { ChartFrame } from './chart-frame';
import { Plot } from './plot';
import { AXIS, axisLabel, GRID, roundTicks, shortened, TEXT } from './style';

interface Point {
  place: number;
  needed: number;
  band: [number, number];
  own: boolean;
}

/** What a drive must be rated for where each storage stack stores the same writes on the same hosts. */
export default function SameWritesChart({ storage }: { storage: ConfigurationStorage }) {
  const { same_writes: stacks, rated_dwpd: rated } = storage;
  const points = stacks.flatMap(({ needed_dwpd: needed, own }, place): Point[] =>
    needed === null
      ? []
      : [{ place, needed: needed.mid, band: [needed.mid - needed.low, needed.high - needed.mid], own }],
  );
  const most = Math.max(rated.value ?? 0, ...stacks.map((each) => each.needed_dwpd?.high ?? 0));
  const ticks = roundTicks(most);
  return (
    <ChartFrame
      title="Rating that a drive needs"
      description="Full drive writes a day until the horizon, computed; the bar is what the sources leave open of the writes of each storage stack, and where there is none nothing is published"
      table={{
        columns: [
          'Storage',
          'Protection',
          'Bytes for each byte',
          'Rating needed',
          'Class to order',
          'Life, years',
        ],
        units: ['', '', '', 'drive writes per day', '', ''],
        rows: stacks.map((each) => ({
          label: each.name,
          cells: [
            each.enough_hosts
              ? each.protection
              : `${each.protection} (needs ${formatNumber(each.minimum_hosts)} hosts)`,
            rangeText(each.write_amplification),
            rangeText(each.needed_dwpd),
            orderText(each),
            rangeText(each.life_years),
          ],
        })),
      }}
    >
      {points.length === 0 ? (
        <p className="soft">Not evaluated: the writes of the VMs or the rating of the drive are not known.</p>
      ) : (
        <Plot height={stacks.length * 44 + 64}>
          {({ CartesianGrid, ErrorBar, ReferenceLine, Scatter, ScatterChart, XAxis, YAxis }) => (
            <ScatterChart margin={{ top: 18, right: 24, bottom: 16, left: 0 }} accessibilityLayer={false}>
              <CartesianGrid {...GRID} horizontal={false} />
              <XAxis
                type="number"
                dataKey="needed"
                domain={[0, ticks.at(-1) ?? 1]}
                ticks={ticks}
                {...AXIS}
                tickFormatter={(value: number) => formatNumber(value)}
                label={axisLabel('drive writes per day')}
              />
              <YAxis
                type="number"
                dataKey="place"
                domain={[-0.5, stacks.length - 0.5]}
                ticks={stacks.map((_, place) => place)}
                tickFormatter={(place: number) => shortened(labelOf(stacks[place]), 40)}
                width={132}
                reversed
                interval={0}
                {...AXIS}
              />
              {rated.value !== null && (
                <ReferenceLine
                  x={rated.value}
                  stroke="var(--ink-soft)"
                  {...lineOf('vendor-stated')}
                  label={{
                    value: `rated ${formatValue(rated, 'number', '', '').text}`,
                    position: 'top',
                    ...TEXT,
                  }}
                />
              )}
              {points.map((point) => (
                <Scatter
                  key={point.place}
                  data={[point]}
                  isAnimationActive={false}
                  shape={({ cx = 0, cy = 0 }: { cx?: number; cy?: number }) => (
                    <circle cx={cx} cy={cy} r={5} {...pointOf('derived', colourOf(point))} />
                  )}
                >
                  <ErrorBar
                    dataKey="band"
                    direction="x"
                    width={6}
                    stroke={colourOf(point)}
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

const colourOf = ({ own }: Point) => (own ? 'var(--accent)' : 'var(--ink-soft)');

function labelOf(stack: SameWrites | undefined): string {
  return stack ? `${stack.name}${stack.own ? ' (this one)' : ''}` : '';
}

function rangeText(range: SourceRange | null): string {
  if (range === null) return 'not published';
  if (range.low === range.high) return formatNumber(range.mid);
  return `${formatNumber(range.mid)} (${formatNumber(range.low)} to ${formatNumber(range.high)})`;
}

function orderText({ needed_dwpd: needed, order_dwpd: order }: SameWrites): string {
  if (needed === null) return '';
  return order === null ? 'none is enough' : `${formatNumber(order)} a day`;
}
