import type { BarShapeProps } from './library';

import { formatNumber } from '@/lib/format';
import { fillOf } from '@/lib/looks';
import { markerAt, shapePath } from '@/lib/markers';

import { BarSegment } from './bar-segment';
import { ChartFrame } from './chart-frame';
import { SwatchLegend } from './legend';
import { Plot } from './plot';
import { AXIS, axisLabel, GRID, shortened } from './style';
import { TooltipBox } from './tooltip';

/** By which means memory is reclaimed, from the harmless to the painful. */
const MEANS = {
  shared: { label: 'shared', look: fillOf('reclaimed', 'shared') },
  ballooned: { label: 'ballooned', look: fillOf('reclaimed', 'ballooned') },
  compressed: { label: 'compressed', look: fillOf('reclaimed', 'compressed') },
  swapped: { label: 'swapped', look: fillOf('reclaimed', 'swapped') },
  evicted: { label: 'compressed and swapped', look: fillOf('reclaimed', 'swapped') },
} as const;
type Means = keyof typeof MEANS;

export interface ReclaimedLine {
  key: string;
  /** Place of its configuration, for the marker. */
  index: number;
  name: string;
  detail: string;
  /** The same where there is little room. */
  shortDetail?: string;
  amounts: Partial<Record<Means, number | null>>;
}

interface Props {
  title: string;
  description: string;
  /** What to say where there is nothing to draw. */
  nothing: string;
  lines: readonly ReclaimedLine[];
}

const BAR = 20;
const LABEL_WIDTH = 148;
const LONGEST_LABEL = 22;
const NARROWEST_LABEL = 34;

/** Stacked bars of memory that the VMs give back. */
export function ReclaimedChart({ title, description, nothing, lines }: Props) {
  const means = (Object.keys(MEANS) as Means[]).filter((each) =>
    lines.some((line) => line.amounts[each] !== undefined),
  );
  const known = lines.filter((line) => means.some((each) => line.amounts[each] != null));
  const some = known.some((line) => means.some((each) => (line.amounts[each] ?? 0) > 0));
  const text = (value: number | null | undefined) => (value == null ? 'not evaluated' : formatNumber(value));
  return (
    <ChartFrame
      title={title}
      description={description}
      legend={
        some && (
          <SwatchLegend
            items={means.map((each) => ({ label: MEANS[each].label, colour: MEANS[each].look.fill }))}
          />
        )
      }
      table={{
        columns: ['GiB', ...means.map((each) => MEANS[each].label)],
        units: ['', ...means.map(() => 'GiB')],
        rows: lines.map((line) => ({
          label: `${line.name}, ${line.detail}`,
          cells: means.map((each) => text(line.amounts[each])),
        })),
      }}
    >
      {!some ? (
        <p className="soft">{known.length > 0 ? nothing : 'Not evaluated.'}</p>
      ) : (
        <Plot height={known.length * (BAR + 14) + 36}>
          {({ Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis }) => (
            <BarChart
              layout="vertical"
              data={known}
              margin={{ top: 0, right: 16, bottom: 16, left: 0 }}
              accessibilityLayer={false}
            >
              <CartesianGrid {...GRID} horizontal={false} />
              <XAxis
                type="number"
                {...AXIS}
                tickFormatter={(value: number) => formatNumber(value)}
                label={axisLabel('GiB')}
              />
              <YAxis
                type="category"
                dataKey="key"
                width={LABEL_WIDTH}
                {...AXIS}
                interval={0}
                tick={({ y, index }: { y: number | string; index: number }) => (
                  <LineLabel y={Number(y)} line={known[index]} before={known[index - 1]} />
                )}
              />
              <Tooltip
                cursor={{ fill: 'var(--surface-sunken)' }}
                content={({ payload }) => {
                  const line = payload[0]?.payload as ReclaimedLine | undefined;
                  return line ? (
                    <TooltipBox
                      title={`${line.name}, ${line.detail}`}
                      lines={means.map((each) => [MEANS[each].label, `${text(line.amounts[each])} GiB`])}
                    />
                  ) : null;
                }}
              />
              {means.map((each) => (
                <Bar
                  key={each}
                  stackId="reclaimed"
                  dataKey={(line: ReclaimedLine) => line.amounts[each] ?? undefined}
                  name={MEANS[each].label}
                  barSize={BAR}
                  isAnimationActive={false}
                  shape={(bar: BarShapeProps) => <Part bar={bar} means={each} first={each === means[0]} />}
                />
              ))}
            </BarChart>
          )}
        </Plot>
      )}
    </ChartFrame>
  );
}

interface LabelProps {
  y: number;
  line: ReclaimedLine | undefined;
  before: ReclaimedLine | undefined;
}

/** The name once for all lines of a configuration, and the detail of each. */
function LineLabel({ y, line, before }: LabelProps) {
  if (!line) return null;
  const first = before?.index !== line.index;
  const { colour, shape } = markerAt(line.index);
  return (
    <g transform={`translate(0,${String(y)})`} fontSize={11}>
      {first && (
        <>
          <path d={shapePath(shape, 3.5)} fill={colour} transform="translate(5,-7)" />
          <text x={13} y={-7} dominantBaseline="central" fill="var(--ink)">
            <title>{line.name}</title>
            {shortened(line.name, LONGEST_LABEL)}
          </text>
        </>
      )}
      <text x={13} y={first ? 6 : 0} dominantBaseline="central" fill="var(--ink-soft)">
        {shortened(line.shortDetail ?? line.detail, LONGEST_LABEL)}
      </text>
    </g>
  );
}

interface PartProps {
  bar: BarShapeProps;
  means: Means;
  first: boolean;
}

function Part({ bar, means, first }: PartProps) {
  const { x, y, width, height } = bar;
  const { amounts } = bar.payload as ReclaimedLine;
  const amount = amounts[means];
  // Nothing to reclaim is an answer too.
  if (first && Object.values(amounts).every((each) => each === 0)) {
    return (
      <text x={x + 6} y={y + height / 2} dominantBaseline="central" fontSize={11} fill="var(--ink-soft)">
        0
      </text>
    );
  }
  if (amount == null || width <= 0) return null;
  return (
    <BarSegment
      bar={{ x, y, width, height }}
      {...MEANS[means].look}
      amount={amount}
      label={formatNumber(amount)}
      narrowest={NARROWEST_LABEL}
    />
  );
}
