import type { BlockSize, BlockSizes, MeasuredBlock } from '@/api/types';
import { formatExact, formatNumber } from '@/lib/format';

import { BASIS, basesOf, basisOfKind } from './basis';
import { BasisLegend } from './basis-legend';
import { Measured, Memory, verdictOf, Verdicts } from './block-size-layers';
import { ChartFrame } from './chart-frame';
import { Plot } from './plot';
import { AXIS, axisLabel, BARE_AXIS, GRID, TEXT } from './style';

interface Place {
  x: number;
  y: number;
}

const ROOM = 1.35;
const HEIGHT = 260;
const MEMORY_HEIGHT = 124;

/** Latency as it was measured at each block size, the verdict of the rules on it, and the memory that it costs. */
export function BlockSizeChart({ sizes }: { sizes: BlockSizes }) {
  const measured = sizes.measured.filter((each) => each.block_kib !== null);
  const without = sizes.measured.filter((each) => each.block_kib === null);
  const at = [
    ...new Set([
      ...measured.map((each) => each.block_kib ?? 0),
      ...sizes.sizes.map((each) => each.block_kib),
    ]),
  ];
  const domain: [number, number] = [Math.min(...at) / ROOM, Math.max(...at) * ROOM];
  const ticks = at.sort((a, b) => a - b);
  const memory = sizes.sizes.filter((each) => each.metadata_mib !== null);
  const bases = basesOf([
    ...sizes.measured.map((each) => basisOfKind(each.kind)),
    ...memory.map((each) => basisOfKind(each.metadata_kind)),
  ]);
  const axis = {
    type: 'number',
    dataKey: 'x',
    scale: 'log',
    domain,
    ticks,
    allowDataOverflow: true,
  } as const;
  const level = without[0]?.latency_us;
  return (
    <ChartFrame
      title="Latency by block size"
      description={`Mean latency, \u00b5s, over the block of the read cache, KiB, log scale; ${sizes.measured_for}`}
      legend={<BasisLegend bases={bases} shows={() => 'point'} />}
      table={{
        columns: [
          'Block, KiB',
          'By the rules',
          'Latency, \u00b5s',
          'Basis',
          'Host memory, MiB',
          'Memory basis',
        ],
        rows: [
          ...ticks.map((kib) => rowOf(kib, sizes)),
          ...without.map((each) => ({
            label: 'without cache',
            cells: ['', formatExact(each.latency_us), BASIS[basisOfKind(each.kind)].label, '', ''],
          })),
        ],
      }}
    >
      <Plot height={HEIGHT}>
        {({ CartesianGrid, ReferenceLine, Scatter, ScatterChart, XAxis, YAxis }) => (
          <ScatterChart margin={{ top: 34, right: 16, bottom: 16, left: 0 }} accessibilityLayer={false}>
            <CartesianGrid {...GRID} />
            <XAxis
              {...axis}
              {...AXIS}
              tickFormatter={(value: number) => formatExact(value)}
              label={axisLabel('block, KiB')}
            />
            <YAxis
              type="number"
              dataKey="y"
              domain={[0, 'auto']}
              width={52}
              {...BARE_AXIS}
              tickFormatter={(value: number) => formatNumber(value)}
            />
            {level !== undefined && (
              <ReferenceLine
                y={level}
                stroke="var(--ink-soft)"
                data-basis={basisOfKind(without[0]?.kind ?? 'measured')}
                label={{
                  value: 'without cache',
                  position: 'insideBottomRight',
                  ...TEXT,
                }}
              />
            )}
            <Scatter
              data={[
                ...measured.map(placeOf),
                ...(level === undefined ? [] : [{ x: ticks[0] ?? 1, y: level }]),
              ]}
              isAnimationActive={false}
              shape={() => <g />}
            />
            <Measured blocks={measured} />
            <Verdicts sizes={sizes.sizes} />
          </ScatterChart>
        )}
      </Plot>
      {memory.length > 0 && (
        <Plot height={MEMORY_HEIGHT}>
          {({ CartesianGrid, Scatter, ScatterChart, XAxis, YAxis }) => (
            <ScatterChart margin={{ top: 26, right: 16, bottom: 0, left: 0 }} accessibilityLayer={false}>
              <CartesianGrid {...GRID} />
              <XAxis {...axis} {...AXIS} tickFormatter={(value: number) => formatExact(value)} />
              <YAxis
                type="number"
                dataKey="y"
                domain={[0, 'auto']}
                width={52}
                tickCount={3}
                {...BARE_AXIS}
                tickFormatter={(value: number) => formatNumber(value)}
                label={{
                  value: 'host memory, MiB',
                  position: 'insideTopLeft',
                  dx: 56,
                  dy: -22,
                  ...TEXT,
                }}
              />
              <Scatter data={memory.map(memoryPlace)} isAnimationActive={false} shape={() => <g />} />
              <Memory sizes={memory} />
            </ScatterChart>
          )}
        </Plot>
      )}
    </ChartFrame>
  );
}

const placeOf = (each: MeasuredBlock): Place => ({ x: each.block_kib ?? 0, y: each.latency_us });
const memoryPlace = (each: BlockSize): Place => ({ x: each.block_kib, y: each.metadata_mib ?? 0 });

function rowOf(kib: number, { sizes, measured }: BlockSizes) {
  const size = sizes.find((each) => each.block_kib === kib);
  const point = measured.find((each) => each.block_kib === kib);
  const memory = size?.metadata_mib ?? null;
  return {
    label: formatExact(kib),
    cells: [
      size ? verdictOf(size) : '',
      point ? formatExact(point.latency_us) : '',
      point ? BASIS[basisOfKind(point.kind)].label : '',
      memory === null ? '' : formatNumber(memory),
      size && memory !== null ? BASIS[basisOfKind(size.metadata_kind)].label : '',
    ],
  };
}
