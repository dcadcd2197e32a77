import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';

import type { Result, Value } from '@/api/types';
import { formatMoneyShort, formatValue } from '@/lib/format';
import { markerAt, shapePath } from '@/lib/markers';

import { lineOf } from './basis';
import { ChartFrame } from './chart-frame';
import { ConfigurationLegend } from './legend';
import { AXIS_LINE, axisLabel, GRID, TICK } from './style';
import { TooltipBox } from './tooltip';

interface Year {
  year: number;
  amounts: (number | null)[];
  cumulative: (number | null)[];
}

function yearsOf(result: Result): Year[] {
  const years = [
    ...new Set(result.configurations.flatMap((each) => each.cash_flow.map((flow) => flow.year))),
  ];
  return years.map((year) => {
    const flows = result.configurations.map((each) => each.cash_flow.find((flow) => flow.year === year));
    return {
      year,
      amounts: flows.map((flow) => flow?.amount.value ?? null),
      cumulative: flows.map((flow) => flow?.cumulative.value ?? null),
    };
  });
}

/** Money by year: bars for the year, lines for the sum so far. */
export function CashFlowChart({ result }: { result: Result }) {
  const { configurations, currency } = result;
  const years = yearsOf(result);
  const text = (place: number, year: number, what: 'amount' | 'cumulative') => {
    const flow = configurations[place]?.cash_flow.find((each) => each.year === year);
    const value: Value | undefined = flow?.[what];
    return value ? formatValue(value, 'money', '', currency).text : '';
  };
  return (
    <ChartFrame
      title="Cost by year"
      description={`${currency}; bars are the year's cost, lines the sum so far; year 0 is the purchase; computed`}
      legend={<ConfigurationLegend configurations={configurations} />}
      table={{
        columns: ['Year', ...configurations.flatMap((each) => [each.name, `${each.name}, sum so far`])],
        rows: years.map(({ year }) => ({
          label: String(year),
          cells: configurations.flatMap((_, place) => [
            text(place, year, 'amount'),
            text(place, year, 'cumulative'),
          ]),
        })),
      }}
    >
      <ResponsiveContainer width="100%" height={260}>
        <ComposedChart
          data={years}
          margin={{ top: 8, right: 16, bottom: 16, left: 0 }}
          barGap={1}
          accessibilityLayer={false}
        >
          <CartesianGrid {...GRID} vertical={false} />
          <XAxis dataKey="year" tick={TICK} tickLine={false} axisLine={AXIS_LINE} label={axisLabel('year')} />
          <YAxis
            tick={TICK}
            tickLine={false}
            axisLine={false}
            width={52}
            tickFormatter={(value: number) => formatMoneyShort(value)}
          />
          <Tooltip
            cursor={{ fill: 'var(--surface-sunken)' }}
            content={({ payload }) => {
              const year = payload[0]?.payload as Year | undefined;
              return year ? (
                <TooltipBox
                  title={`Year ${String(year.year)}, ${currency}`}
                  lines={configurations.flatMap((each, place): [string, string][] => [
                    [each.name, text(place, year.year, 'amount')],
                    [`${each.name}, sum so far`, text(place, year.year, 'cumulative')],
                  ])}
                />
              ) : null;
            }}
          />
          {configurations.map((configuration, index) => (
            <Bar
              key={configuration.key}
              dataKey={(year: Year) => year.amounts[index] ?? undefined}
              name={configuration.name}
              fill={markerAt(index).colour}
              fillOpacity={0.35}
              {...lineOf('derived')}
              stroke={markerAt(index).colour}
              maxBarSize={18}
              isAnimationActive={false}
            />
          ))}
          {configurations.map((configuration, index) => (
            <Line
              key={configuration.key}
              dataKey={(year: Year) => year.cumulative[index] ?? undefined}
              name={`${configuration.name}, sum so far`}
              stroke={markerAt(index).colour}
              strokeWidth={1.75}
              {...lineOf('derived')}
              isAnimationActive={false}
              activeDot={false}
              dot={(dot: { cx?: number; cy?: number; index?: number }) => (
                <path
                  key={dot.index}
                  d={shapePath(markerAt(index).shape, 4)}
                  transform={`translate(${String(dot.cx ?? 0)},${String(dot.cy ?? 0)})`}
                  fill={markerAt(index).colour}
                  stroke="var(--surface)"
                  data-basis="derived"
                />
              )}
            />
          ))}
        </ComposedChart>
      </ResponsiveContainer>
    </ChartFrame>
  );
}
