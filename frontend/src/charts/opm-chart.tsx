import { memo } from 'react';
import type { ConfigurationMemory, GroupOperations, MeasuredModel } from '@/api/types';
import { formatNumber, formatShare } from '@/lib/format';
import { shapePath } from '@/lib/markers';
import { MEDIA } from '@/lib/media';

import { BasisLegend } from './basis-legend';
import { ChartFrame } from './chart-frame';
import classes from './chart-frame.module.css';
import { Baseline, Line, Points, UncertainBand } from './opm-layers';
import { References, Statements } from './opm-references';
import { basesShown, ratioWindow, referencesOf, tableOf, valueLabel, valueTicks } from './opm-scene';
import { StateNames, States } from './opm-states';
import { Plot } from './plot';
import { AXIS, axisLabel, BARE_AXIS, GRID } from './style';

interface Props {
  configuration: ConfigurationMemory;
  operations: GroupOperations;
  model: MeasuredModel;
  /** The selected failure case. */
  place: number;
}

const HEIGHT = 300;
const ABOVE = 18;
const LINE = 14;

/** Operations per minute against memory overcommitment: what was measured, and what is only guessed, look different. */
function OpmChart({ configuration, operations, model, place }: Props) {
  const references = referencesOf(configuration, place);
  const [from, to] = ratioWindow(configuration, model, references);
  const ticks = valueTicks(operations, model);
  const highest = ticks.at(-1) ?? 1;
  const media = [...new Set(model.points.map((each) => each.medium))];
  const statements = operations.curve?.markers ?? model.markers ?? [];
  const corners = [
    { ratio: from, value: 0 },
    { ratio: to, value: highest },
  ];
  return (
    <ChartFrame
      title={configuration.name}
      description={`${valueLabel(model)[0]?.toUpperCase() ?? ''}${valueLabel(model).slice(1)}; shaded: predicted memory states`}
      legend={
        <>
          <ul className={classes.legend} aria-label="Swap media">
            {media.map((each) => (
              <li key={each}>
                <svg width={12} height={12} viewBox="-6 -6 12 12" aria-hidden="true" focusable="false">
                  <path d={shapePath(MEDIA[each].shape, 4)} fill={MEDIA[each].colour} />
                </svg>{' '}
                {MEDIA[each].label}
                {each === operations.medium && <span className="soft"> (this configuration)</span>}
              </li>
            ))}
          </ul>
          <BasisLegend
            bases={basesShown(operations, model)}
            shows={(basis) => (basis === 'interpolated' || basis === 'extrapolated' ? 'line' : 'point')}
          />
        </>
      }
      table={tableOf(operations, model)}
    >
      <Plot height={HEIGHT}>
        {({ CartesianGrid, Scatter, ScatterChart, XAxis, YAxis }) => (
          <ScatterChart
            margin={{ top: ABOVE + references.length * LINE, right: 16, bottom: 16, left: 0 }}
            accessibilityLayer={false}
          >
            <States bands={configuration.bands} from={from} to={to} />
            <CartesianGrid {...GRID} vertical={false} />
            <XAxis
              type="number"
              dataKey="ratio"
              domain={[from, to]}
              tickCount={Math.round((to - from) / 0.5) + 1}
              allowDataOverflow
              {...AXIS}
              tickFormatter={(value: number) => formatNumber(value)}
              label={axisLabel('memory overcommitment')}
            />
            <YAxis
              type="number"
              dataKey="value"
              domain={[0, highest]}
              ticks={ticks}
              allowDataOverflow
              width={52}
              {...BARE_AXIS}
              tickFormatter={(value: number) =>
                model.measure === 'share_of_baseline' ? formatShare(value) : formatNumber(value)
              }
            />
            {/* The axes have their ends; this only makes the chart draw them. */}
            <Scatter data={corners} isAnimationActive={false} shape={() => <g />} />
            <UncertainBand operations={operations} />
            <Baseline model={model} />
            <Line operations={operations} />
            <Statements statements={statements} />
            <References references={references} />
            <StateNames bands={configuration.bands} from={from} to={to} />
            <Points operations={operations} model={model} />
          </ScatterChart>
        )}
      </Plot>
    </ChartFrame>
  );
}

export default memo(OpmChart);
