import type { ChartMark, Result } from '@/api/types';
import { formatMoney, formatMoneyShort, formatNumber, stateText } from '@/lib/format';
import { markerAt, shapePath } from '@/lib/markers';

import { lineOf } from './basis';
import { ChartFrame } from './chart-frame';
import { crossingLines } from './crossing-lines';
import { chartOf, crossingsOf } from './drawn';
import { LineNames, NAME_ROOM, useNamesFit } from './line-names';
import { Plot } from './plot';
import { AXIS, axisLabel, BARE_AXIS, GRID, roundTicks } from './style';
import { TooltipBox } from './tooltip';

type Amount = number | null;

interface Month {
  month: number;
  amounts: Amount[];
  cumulative: Amount[];
  hosts: Amount[];
}

const MONTHS_PER_YEAR = 12;
const AXIS_WIDTH = 52;

function monthsOf(result: Result): Month[] {
  const flows = result.configurations.map((each) => each.monthly);
  return (flows[0]?.months ?? []).map((month, place) => ({
    month,
    amounts: flows.map((flow) => flow.amounts[place] ?? null),
    cumulative: flows.map((flow) => flow.cumulative[place] ?? null),
    hosts: flows.map((flow) => flow.hosts[place] ?? null),
  }));
}

const money = (value: Amount | undefined) =>
  value === null || value === undefined ? stateText('not_evaluated') : formatMoney(value);
const count = (value: Amount | undefined) =>
  value === null || value === undefined ? stateText('not_evaluated') : formatNumber(value);

interface Props {
  result: Result;
  /** What is drawn: the cumulative cost, or what is paid in each month after the purchase. */
  of: 'cumulative' | 'amounts';
}

/** Money by month, and below it the hosts where some are bought later. */
export function CostByMonthChart({ result, of: what }: Props) {
  const { configurations, currency } = result;
  const months = monthsOf(result);
  // The purchase would flatten all that comes after it.
  const drawn = what === 'amounts' ? months.filter((each) => each.month > 0) : months;
  const flow = chartOf(result, 'cash_flow');
  const words = (what === 'amounts' ? result.decision?.charts?.months : flow?.words) ?? undefined;
  const grows = configurations.some((each) => each.expansion.length > 0);
  const shown =
    what === 'amounts'
      ? 'paid in each month after the purchase, which the table has as month 0'
      : 'cumulative cost; month 0 is the purchase';
  return (
    <ChartFrame
      title="Cost by month"
      words={words}
      description={`${currency}, ${shown}${grows ? '; below it the hosts' : ''}; computed`}
      table={{
        columns: [
          'Month',
          ...configurations.flatMap((each) => [each.name, `${each.name}, cumulative`, `${each.name}, hosts`]),
        ],
        units: ['', ...configurations.flatMap(() => [currency, currency, ''])],
        rows: months.map((each) => ({
          label: String(each.month),
          cells: configurations.flatMap((_, place) => [
            money(each.amounts[place]),
            money(each.cumulative[place]),
            count(each.hosts[place]),
          ]),
        })),
      }}
    >
      <Steps
        result={result}
        months={drawn}
        of={what}
        height={260}
        write={formatMoneyShort}
        label={grows ? '' : 'month'}
        together={words?.lines ?? []}
        crossings={what === 'cumulative' && flow ? crossingsOf(flow.drawn) : []}
        lines={(month) =>
          configurations.flatMap((each, place): [string, string][] => [
            [each.name, money(month[what][place])],
            ...(grows ? ([[`${each.name}, hosts`, count(month.hosts[place])]] as [string, string][]) : []),
          ])
        }
      />
      {grows && (
        <Steps
          result={result}
          months={drawn}
          of="hosts"
          height={120}
          write={formatNumber}
          label="month"
          together={[]}
          crossings={[]}
          lines={(month) => configurations.map((each, place) => [each.name, count(month.hosts[place])])}
        />
      )}
    </ChartFrame>
  );
}

interface StepsProps {
  result: Result;
  months: Month[];
  of: 'cumulative' | 'amounts' | 'hosts';
  height: number;
  write: (value: number) => string;
  label: string;
  /** Keys of the configurations whose lines are one. */
  together: string[][];
  crossings: ChartMark[];
  lines: (month: Month) => [label: string, value: string][];
}

/** A line of steps for each configuration, with its marker once a year. */
function Steps({ result, months, of, height, write, label, together, crossings, lines }: StepsProps) {
  const last = months.at(-1)?.month ?? 0;
  const years = Array.from({ length: last / MONTHS_PER_YEAR + 1 }, (_, year) => year * MONTHS_PER_YEAR);
  const most = Math.max(...months.flatMap((each) => each[of].map((value) => value ?? 0)));
  const ticks = of === 'hosts' ? roundTicks(most) : undefined;
  const behind = result.configurations.length - 1;
  const named = useNamesFit(result.configurations.length);
  return (
    <Plot height={height}>
      {({ CartesianGrid, Line, LineChart, ReferenceLine, Tooltip, XAxis, YAxis }) => (
        <LineChart
          data={months}
          syncId="cost-by-month"
          margin={{ top: 8, right: named ? NAME_ROOM : 16, bottom: label ? 16 : 4, left: 0 }}
          accessibilityLayer={false}
        >
          <CartesianGrid {...GRID} vertical={false} />
          <XAxis
            type="number"
            dataKey="month"
            domain={[0, last]}
            ticks={years}
            {...AXIS}
            label={label ? axisLabel(label) : undefined}
          />
          <YAxis
            {...BARE_AXIS}
            width={AXIS_WIDTH}
            domain={ticks && [0, ticks.at(-1) ?? 'auto']}
            ticks={ticks}
            tickFormatter={write}
          />
          <Tooltip
            cursor={{ stroke: 'var(--line-strong)' }}
            content={({ payload }) => {
              const month = payload[0]?.payload as Month | undefined;
              return month ? (
                <TooltipBox
                  title={`Month ${String(month.month)}${of === 'hosts' ? ', hosts' : `, ${result.currency}`}`}
                  lines={lines(month)}
                />
              ) : null;
            }}
          />
          {crossingLines({ ReferenceLine }, crossings, (mark) => mark.at * MONTHS_PER_YEAR, last)}
          {result.configurations.map((configuration, index) => (
            <Line
              key={configuration.key}
              type="stepAfter"
              dataKey={(month: Month) => month[of][index] ?? undefined}
              name={configuration.name}
              stroke={markerAt(index).colour}
              // Where configurations are the same, the wider line behind shows on both sides of the one before it.
              strokeWidth={of === 'cumulative' ? 1.75 : 1.75 + 1.5 * Math.min(3, behind - index)}
              {...lineOf('derived')}
              isAnimationActive={false}
              activeDot={false}
              dot={(dot: { cx?: number; cy?: number; index?: number; payload?: Month }) =>
                (dot.payload?.month ?? 1) % MONTHS_PER_YEAR === 0 && dot.cy !== undefined ? (
                  <path
                    key={dot.index}
                    d={shapePath(markerAt(index).shape, 4)}
                    transform={`translate(${String(dot.cx ?? 0)},${String(dot.cy)})`}
                    fill={markerAt(index).colour}
                    stroke="var(--surface)"
                    data-basis="derived"
                  />
                ) : (
                  <g key={dot.index} />
                )
              }
            />
          ))}
          {named && (
            <LineNames
              lines={result.configurations.map(({ key, name }, index) => ({
                key,
                name,
                index,
                value: months.at(-1)?.[of][index] ?? null,
              }))}
              together={together}
            />
          )}
        </LineChart>
      )}
    </Plot>
  );
}
