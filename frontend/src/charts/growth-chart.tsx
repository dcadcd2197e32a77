import type { Growth } from '@/api/types';
import { formatNumber, stateText, unitOf } from '@/lib/format';
import { markerAt } from '@/lib/markers';

import { lineOf } from './basis';
import { ChartFrame } from './chart-frame';
import { LineNames, NAME_ROOM, useNamesFit } from './line-names';
import { Plot } from './plot';
import { AXIS, axisLabel, BARE_AXIS, GRID, HALO, shortened, TEXT, wholeTicks } from './style';
import { TooltipBox } from './tooltip';

interface Month {
  month: number;
  needed: (number | null)[];
  present: (number | null)[];
}

const MONTHS_PER_YEAR = 12;
const LONGEST_LABEL = 20;
const ROWS = 3;
const ROW_HEIGHT = 13;

interface Mark {
  month: number;
  /** What is written at its line. */
  label: string;
  /** Each of its events in words. */
  words: string[];
  /** Whether the plan as sized counts one of them. */
  counted: boolean;
}

/** The months in which something happens. */
function marksOf(events: Growth['events']): Mark[] {
  const months = [...new Set(events.map((each) => each.month))];
  return months.map((month) => {
    const here = events.filter((each) => each.month === month);
    return {
      month,
      label: shortened(here.map((each) => each.label).join(', '), LONGEST_LABEL),
      words: here.map((each) => {
        const vms = `${each.vms > 0 ? '+' : ''}${formatNumber(each.vms)} VMs of ${each.group}`;
        return `${each.label}, ${vms}${each.counted ? '' : ', not counted'}`;
      }),
      counted: here.some((each) => each.counted),
    };
  });
}

const count = (value: number | null | undefined) =>
  value === null || value === undefined ? stateText('not_evaluated') : formatNumber(value);

/** Hosts by month as steps: those of the cluster, and those that the demand needs. */
export default function GrowthChart({
  growth: { months, configurations, events, chart },
}: {
  growth: Growth;
}) {
  const marks = marksOf(events);
  const rows = months.map((month, place): Month => ({
    month,
    needed: configurations.map((each) => each.needed[place] ?? null),
    present: configurations.map((each) => each.present[place] ?? null),
  }));
  const last = months.at(-1) ?? 0;
  const most = Math.max(...rows.flatMap((each) => [...each.needed, ...each.present].map((n) => n ?? 0)));
  // Lines upon each other look like one: of those that cannot be told apart the first is drawn.
  const drawn = configurations.flatMap((each, index) =>
    chart.lines.some(([first]) => first === each.key) ? [{ ...each, index }] : [],
  );
  const named = useNamesFit(drawn.length);
  return (
    <ChartFrame
      title="Hosts over time"
      words={chart}
      description={`As entered, computed; solid: hosts of the cluster, with those bought until then; dashed: hosts that the demand of the month needs`}
      table={{
        columns: [
          'Month',
          ...(marks.length > 0 ? ['Event'] : []),
          ...configurations.flatMap((each) => [`${each.name}, hosts`, `${each.name}, needed`]),
        ],
        units: ['', ...(marks.length > 0 ? [''] : []), ...configurations.flatMap(() => ['', 'hosts'])],
        rows: rows.map(({ month, needed, present }) => ({
          label: String(month),
          cells: [
            ...(marks.length > 0 ? [marks.find((each) => each.month === month)?.words.join(', ') ?? ''] : []),
            ...configurations.flatMap((_, place) => [count(present[place]), count(needed[place])]),
          ],
        })),
      }}
    >
      <Plot height={220}>
        {({ CartesianGrid, Line, LineChart, ReferenceLine, Tooltip, XAxis, YAxis }) => (
          <LineChart
            data={rows}
            margin={{ top: 8, right: named ? NAME_ROOM : 16, bottom: 16, left: 0 }}
            accessibilityLayer={false}
          >
            <CartesianGrid {...GRID} vertical={false} />
            <XAxis
              type="number"
              dataKey="month"
              domain={[0, last]}
              ticks={Array.from(
                { length: Math.floor(last / MONTHS_PER_YEAR) + 1 },
                (_, year) => year * MONTHS_PER_YEAR,
              )}
              {...AXIS}
              label={axisLabel('month')}
            />
            <YAxis
              {...BARE_AXIS}
              width={52}
              domain={[0, most]}
              ticks={wholeTicks(most)}
              tickFormatter={(value: number) => formatNumber(value)}
            />
            <Tooltip
              cursor={{ stroke: 'var(--line-strong)' }}
              content={({ payload }) => {
                const row = payload[0]?.payload as Month | undefined;
                return row ? (
                  <TooltipBox
                    title={`Month ${String(row.month)}`}
                    lines={[
                      ...configurations.map((each, place): [string, string] => [
                        each.name,
                        `${count(row.present[place])} ${unitOf(row.present[place] ?? 0, 'hosts')}, needs ${count(row.needed[place])}`,
                      ]),
                      ...(marks.find((each) => each.month === row.month)?.words ?? []).map(
                        (words): [string, string] => ['Event', words],
                      ),
                    ]}
                  />
                ) : null;
              }}
            />
            {marks.map(({ month, label, counted }, index) => (
              <ReferenceLine
                key={month}
                x={month}
                stroke="var(--ink-soft)"
                strokeDasharray={counted ? '2 3' : '1 6'}
                label={{
                  value: label,
                  // Below the steps, on the side with more room, and one above the other where events are close.
                  position: month > last / 2 ? 'insideBottomRight' : 'insideBottomLeft',
                  dy: -(index % ROWS) * ROW_HEIGHT,
                  ...TEXT,
                  ...HALO,
                }}
              />
            ))}
            {(['needed', 'present'] as const).flatMap((of) =>
              drawn.map(({ index, ...configuration }, place) => (
                <Line
                  key={`${of} ${configuration.key}`}
                  type="stepAfter"
                  dataKey={(row: Month) => row[of][index] ?? undefined}
                  name={configuration.name}
                  stroke={drawn.length === 1 ? 'var(--ink)' : markerAt(index).colour}
                  // Where configurations are the same, the wider line behind shows on both sides of the one before it.
                  strokeWidth={1.5 + 1.5 * Math.min(3, drawn.length - 1 - place)}
                  {...(of === 'needed' ? { strokeDasharray: '6 4', strokeOpacity: 0.8 } : lineOf('derived'))}
                  isAnimationActive={false}
                  activeDot={false}
                  dot={false}
                />
              )),
            )}
            {named && (
              <LineNames
                lines={configurations.map(({ key, name, present }, index) => ({
                  key,
                  name,
                  index,
                  value: present.at(-1) ?? null,
                }))}
                together={chart.lines}
              />
            )}
          </LineChart>
        )}
      </Plot>
    </ChartFrame>
  );
}
