import type { BurstConfiguration, BurstSeries } from '@/api/types';
import { formatNumber } from '@/lib/format';
import { markerAt } from '@/lib/markers';

import { BASIS, basesOf, type ChartBasis, lineOf } from './basis';
import { BasisLegend } from './basis-legend';
import { LEFT, MARGIN, sampledPlaces, SYNCED, timeAxis } from './burst-time';
import { ChartFrame } from './chart-frame';
import classes from './chart-frame.module.css';
import { Plot } from './plot';
import { BARE_AXIS, GRID, HALO, roundTicks } from './style';
import { TooltipBox } from './tooltip';

interface Moment {
  minute: number;
  place: number;
}

interface Props {
  configuration: BurstConfiguration;
  series: BurstSeries;
  /** Place of the configuration, for its marker. */
  index: number;
  /** What the limits rest on. */
  destage: ChartBasis;
  burst: ChartBasis;
}

const HEIGHT = 180;
const HEADROOM = 1.15;

/** Writes asked for, admitted and de-staged, and the limits of the two. */
export function RatesChart({ configuration, series, index, destage, burst }: Props) {
  const { colour } = markerAt(index);
  const course: ChartBasis = configuration.assumed ? 'assumed' : 'derived';
  const moments = series.minutes.map((minute, place): Moment => ({ minute, place }));
  const limits = [
    { key: 'destage', words: 'de-stage limit', quantity: 'destage_limit_mb_s', basis: destage },
    { key: 'burst', words: 'limit of the cache drive', quantity: 'burst_write_mb_s', basis: burst },
  ].flatMap((each) => {
    const value = configuration.quantities[each.quantity]?.value ?? null;
    return value === null ? [] : [{ ...each, value }];
  });
  const ticks = roundTicks(
    Math.max(...series.demanded_mb_s, ...series.admitted_mb_s, ...limits.map((each) => each.value)) *
      HEADROOM,
  );
  const rates = (place: number) =>
    [series.demanded_mb_s, series.admitted_mb_s, series.destage_mb_s].map((each) =>
      formatNumber(each[place] ?? 0),
    );
  const iops = (place: number) =>
    [series.demanded_iops, series.admitted_iops].map((each) => formatNumber(each[place] ?? 0));
  return (
    <ChartFrame
      title={configuration.name}
      description={`Writes of one disk group, MB/s, computed${course === 'assumed' ? ' with assumed rates' : ''}; level lines are limits`}
      legend={
        <>
          <ul className={classes.legend} aria-label="Lines">
            <li>
              <Sample stroke="var(--ink-soft)" width={1} /> asked for
            </li>
            <li>
              <Sample stroke={colour} width={2.5} /> admitted
            </li>
            <li>
              <span className={classes.swatch} style={{ background: colour, opacity: 0.3 }} /> de-staged
            </li>
          </ul>
          <BasisLegend
            bases={basesOf([course === 'assumed' ? course : null, ...limits.map((each) => each.basis)])}
          />
        </>
      }
      table={{
        columns: [
          'Minute',
          'Asked for, MB/s',
          'Admitted, MB/s',
          'De-staged, MB/s',
          'Asked for, IOPS',
          'Admitted, IOPS',
        ],
        rows: [
          ...sampledPlaces(series).map((place) => ({
            label: formatNumber(series.minutes[place] ?? 0),
            cells: [...rates(place), ...iops(place)],
          })),
          ...limits.map((each) => ({
            label: `${each.words} (${BASIS[each.basis].label})`,
            cells:
              each.key === 'destage' ? ['', '', formatNumber(each.value)] : ['', formatNumber(each.value)],
          })),
        ],
      }}
    >
      <Plot height={HEIGHT}>
        {({ Area, CartesianGrid, ComposedChart, Line, ReferenceLine, Tooltip, XAxis, YAxis }) => (
          <ComposedChart data={moments} margin={MARGIN} syncId={SYNCED} accessibilityLayer={false}>
            <CartesianGrid {...GRID} vertical={false} />
            <XAxis {...timeAxis(series.minutes.at(-1) ?? 0)} />
            <YAxis
              type="number"
              domain={[0, ticks.at(-1) ?? 1]}
              ticks={ticks}
              width={LEFT}
              {...BARE_AXIS}
              tickFormatter={(value: number) => formatNumber(value)}
            />
            <Tooltip
              content={({ payload }) => {
                const moment = payload[0]?.payload as Moment | undefined;
                if (!moment) return null;
                const [asked = '', admitted = '', moved = ''] = rates(moment.place);
                return (
                  <TooltipBox
                    title={`${configuration.name}, minute ${formatNumber(moment.minute)}`}
                    lines={[
                      ['asked for', `${asked} MB/s`],
                      ['admitted', `${admitted} MB/s`],
                      ['de-staged', `${moved} MB/s`],
                    ]}
                  />
                );
              }}
            />
            <Area
              type="stepAfter"
              dataKey={(moment: Moment) => series.destage_mb_s[moment.place]}
              name="de-staged"
              stroke={colour}
              strokeOpacity={0.6}
              fill={colour}
              fillOpacity={0.18}
              {...lineOf(course)}
              isAnimationActive={false}
              activeDot={false}
            />
            <Line
              type="stepAfter"
              dataKey={(moment: Moment) => series.admitted_mb_s[moment.place]}
              name="admitted"
              stroke={colour}
              strokeWidth={2.5}
              {...lineOf(course)}
              isAnimationActive={false}
              dot={false}
              activeDot={false}
            />
            <Line
              type="stepAfter"
              dataKey={(moment: Moment) => series.demanded_mb_s[moment.place]}
              name="asked for"
              stroke="var(--ink-soft)"
              strokeWidth={1}
              {...lineOf('derived')}
              isAnimationActive={false}
              dot={false}
              activeDot={false}
            />
            {limits.map((each) => (
              <ReferenceLine
                key={each.key}
                y={each.value}
                stroke="var(--ink)"
                strokeWidth={1}
                {...lineOf(each.basis)}
                data-limit={each.key}
                data-value={each.value}
                label={{
                  value: `${each.words} ${formatNumber(each.value)} MB/s, ${BASIS[each.basis].label}`,
                  position: 'insideBottomRight',
                  fill: 'var(--ink)',
                  fontSize: 11,
                  ...HALO,
                }}
              />
            ))}
          </ComposedChart>
        )}
      </Plot>
    </ChartFrame>
  );
}

function Sample({ stroke, width }: { stroke: string; width: number }) {
  return (
    <svg width={18} height={8} viewBox="0 -4 18 8" aria-hidden="true" focusable="false">
      <path d="M1,0H17" stroke={stroke} strokeWidth={width} />
    </svg>
  );
}
