import type { OpmCurves } from '@/api/types';
import { formatMoneyShort, formatNumber, formatShare } from '@/lib/format';

import type { ChartBasis } from './basis';
import { BasisLegend } from './basis-legend';
import { ChartFrame } from './chart-frame';
import { Curve } from './evidence-curve-layer';
import { basesIn, ratioTicksOf, tableOf } from './evidence-curve-scene';
import { LineLegend } from './evidence-legend';
import { axisText } from './evidence-rows';
import { Plot } from './plot';
import { AXIS, axisLabel, BARE_AXIS, GRID } from './style';

interface Props {
  title: string;
  curves: OpmCurves;
  height?: number;
  source?: string | undefined;
}

/** Throughput over memory overcommitment: points as measured, the line between them, and the guess beyond. */
export default function EvidenceCurves({ title, curves, height = 280, source }: Props) {
  const { x, y } = curves;
  const share = y.unit.startsWith('share');
  const bases = basesIn(curves.curves);
  const ratioTicks = ratioTicksOf(curves.curves);
  const drawn = curves.curves.flatMap((curve) => curve.line.filter((each) => each.per_vm !== null));
  const places = drawn.flatMap((each) => [
    { x: each.overcommit_ratio, y: each.per_vm },
    { x: each.overcommit_ratio, y: each.high_per_vm ?? each.per_vm },
  ]);
  return (
    <ChartFrame
      title={title}
      description={`${axisText(y)}, over ${x.label}`}
      legend={
        <>
          <LineLegend lines={curves.curves.map((each) => ({ key: each.medium, label: each.label }))} />
          <BasisLegend bases={bases} shows={signOf} />
        </>
      }
      source={source}
      table={tableOf(curves)}
    >
      <Plot height={height}>
        {({ CartesianGrid, Scatter, ScatterChart, XAxis, YAxis }) => (
          <ScatterChart margin={{ top: 14, right: 16, bottom: 16, left: 0 }} accessibilityLayer={false}>
            <CartesianGrid {...GRID} />
            <XAxis
              type="number"
              dataKey="x"
              domain={[ratioTicks[0] ?? 0, ratioTicks.at(-1) ?? 1]}
              ticks={ratioTicks}
              {...AXIS}
              tickFormatter={(value: number) => formatNumber(value)}
              label={axisLabel(axisText(x))}
            />
            <YAxis
              type="number"
              dataKey="y"
              domain={[0, 'auto']}
              width={52}
              {...BARE_AXIS}
              tickFormatter={(value: number) => (share ? formatShare(value) : formatMoneyShort(value))}
            />
            <Scatter data={places} isAnimationActive={false} shape={() => <g />} />
            {curves.curves.map((curve) => (
              <Curve key={curve.medium} curve={curve} curves={curves} />
            ))}
          </ScatterChart>
        )}
      </Plot>
    </ChartFrame>
  );
}

const signOf = (basis: ChartBasis) =>
  basis === 'interpolated' || basis === 'extrapolated' ? ('line' as const) : ('point' as const);
