import type { BurstConfiguration, BurstResult } from '@/api/types';
import { formatNumber, formatShare } from '@/lib/format';
import { markerAt, shapePath } from '@/lib/markers';

import { basesOf, type ChartBasis, lineOf } from './basis';
import { BasisLegend } from './basis-legend';
import { endOf, LEFT, MARGIN, REGIME_WORDS, sampledPlaces, SYNCED, timeAxis } from './burst-time';
import { ChartFrame } from './chart-frame';
import { ConfigurationLegend } from './legend';
import { Plot } from './plot';
import { BARE_AXIS, GRID, HALO } from './style';
import { TooltipBox } from './tooltip';

interface Moment {
  minute: number;
  place: number;
}

interface Props {
  result: BurstResult;
  thresholds: ChartBasis;
}

const HEIGHT = 260;
/** Points between the signs of a configuration on its line. */
const SIGN_EVERY = 60;
const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** A course that rests on assumed rates is no better than they are. */
const basisOfCourse = (configuration: BurstConfiguration): ChartBasis =>
  configuration.assumed ? 'assumed' : 'derived';

/** How full the write buffer of one disk group is, with the fills at which its behaviour changes. */
export function FillChart({ result, thresholds }: Props) {
  const { configurations } = result;
  const longest = configurations.reduce<BurstConfiguration | undefined>(
    (found, each) =>
      (each.series?.minutes.length ?? 0) > (found?.series?.minutes.length ?? 0) ? each : found,
    undefined,
  );
  const series = longest?.series;
  if (!series) return null;
  const moments = series.minutes.map((minute, place): Moment => ({ minute, place }));
  const fill = (configuration: BurstConfiguration, place: number) => {
    const share = configuration.series?.fill_share[place];
    return share === undefined ? '' : formatShare(share);
  };
  const regime = (configuration: BurstConfiguration, place: number) => {
    const found = configuration.series?.regime[place];
    return found && REGIME_WORDS[found];
  };
  return (
    <ChartFrame
      title="Fill of the write buffer"
      description="Share of the write buffer of one disk group that holds data not yet de-staged"
      legend={
        <>
          <ConfigurationLegend configurations={configurations} />
          <BasisLegend
            bases={basesOf([
              ...configurations.filter((each) => each.series).map(basisOfCourse),
              result.thresholds ? thresholds : null,
            ])}
          />
        </>
      }
      table={{
        columns: [
          'Minute',
          ...configurations.map((each) => (each.assumed ? `${each.name} (rates assumed)` : each.name)),
        ],
        rows: sampledPlaces(series).map((place) => ({
          label: formatNumber(series.minutes[place] ?? 0),
          cells: configurations.map((each) => fill(each, place)),
        })),
      }}
    >
      <Plot height={HEIGHT}>
        {({ CartesianGrid, Line, LineChart, ReferenceLine, Tooltip, XAxis, YAxis }) => (
          <LineChart data={moments} margin={MARGIN} syncId={SYNCED} accessibilityLayer={false}>
            <CartesianGrid {...GRID} vertical={false} />
            <XAxis {...timeAxis(endOf(result))} />
            <YAxis
              type="number"
              domain={[0, 1]}
              ticks={TICKS}
              width={LEFT}
              {...BARE_AXIS}
              tickFormatter={(value: number) => formatShare(value)}
            />
            {result.thresholds &&
              [
                // Each on the side of its line where no course runs for long.
                [result.thresholds.start_share, 'de-staging begins', 'insideTopRight'] as const,
                [result.thresholds.full_share, 'full: writes are throttled', 'insideBottomRight'] as const,
              ].map(([share, words, position]) => (
                <ReferenceLine
                  key={words}
                  y={share}
                  stroke="var(--ink-soft)"
                  {...lineOf(thresholds)}
                  data-value={share}
                  label={{
                    value: `${formatShare(share)}: ${words}`,
                    position,
                    fill: 'var(--ink-soft)',
                    fontSize: 11,
                    ...HALO,
                  }}
                />
              ))}
            <Tooltip
              content={({ payload }) => {
                const moment = payload[0]?.payload as Moment | undefined;
                return moment ? (
                  <TooltipBox
                    title={`Minute ${formatNumber(moment.minute)}`}
                    lines={configurations.map((each) => [
                      each.name,
                      [fill(each, moment.place), regime(each, moment.place)].filter(Boolean).join(', '),
                    ])}
                  />
                ) : null;
              }}
            />
            {configurations.map((configuration, index) => (
              <Line
                key={configuration.key}
                dataKey={(moment: Moment) => configuration.series?.fill_share[moment.place]}
                name={configuration.name}
                stroke={markerAt(index).colour}
                strokeWidth={2}
                {...lineOf(basisOfCourse(configuration))}
                isAnimationActive={false}
                activeDot={false}
                dot={(dot: { cx?: number; cy?: number; index?: number }) => (
                  <Sign
                    key={dot.index}
                    x={dot.cx}
                    y={dot.cy}
                    index={index}
                    shown={(dot.index ?? 0) % SIGN_EVERY === (index * 17 + 8) % SIGN_EVERY}
                  />
                )}
              />
            ))}
          </LineChart>
        )}
      </Plot>
    </ChartFrame>
  );
}

/** Whose line it is, now and then along it: lines may lie on each other. */
function Sign({ x, y, index, shown }: { x?: number; y?: number; index: number; shown: boolean }) {
  if (!shown || x === undefined || y === undefined) return null;
  const { colour, shape } = markerAt(index);
  return (
    <path
      d={shapePath(shape, 4.5)}
      transform={`translate(${String(x)},${String(y)})`}
      fill={colour}
      stroke="var(--surface)"
    />
  );
}
