import {
  Bar,
  BarChart,
  type BarShapeProps,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';

import type { Result } from '@/api/types';
import { formatMoneyShort, formatValue } from '@/lib/format';
import { fillOf } from '@/lib/looks';

import { BarSegment } from './bar-segment';
import { ChartFrame } from './chart-frame';
import { SwatchLegend } from './legend';
import { AXIS_LINE, axisLabel, GRID, roundTicks, shortened, TICK } from './style';
import { TooltipBox } from './tooltip';

interface Line {
  name: string;
  amounts: (number | null)[];
}

const BAR = 32;
const NARROWEST_LABEL = 40;

/** What each configuration costs until the horizon, by category. */
export function CostPartsChart({ result }: { result: Result }) {
  const { configurations, currency } = result;
  const parts = configurations[0]?.cost_parts ?? [];
  const lines: Line[] = configurations.map((each) => ({
    name: each.name,
    amounts: each.cost_parts.map((part) => part.amount.value),
  }));
  const text = (configuration: number, part: number) => {
    const amount = configurations[configuration]?.cost_parts[part]?.amount;
    return amount ? formatValue(amount, 'money', '', currency).text : '';
  };
  const used = parts.filter((_, index) => lines.some((line) => (line.amounts[index] ?? 0) !== 0));
  const reach = (sign: 1 | -1) =>
    Math.max(
      0,
      ...lines.map((line) =>
        line.amounts.reduce<number>((sum, each) => sum + Math.max(0, sign * (each ?? 0)), 0),
      ),
    );
  const [least, ticks] = [-reach(-1), roundTicks(reach(1))];
  return (
    <ChartFrame
      title="Cost by category"
      description={`${currency} until the horizon of ${String(result.horizon_years)} years, undiscounted, computed`}
      legend={
        <SwatchLegend
          items={used.map((part) => ({ label: part.label, colour: fillOf('cost', part.key).fill }))}
        />
      }
      table={{
        columns: [currency, ...configurations.map((each) => each.name)],
        rows: parts.map((part, index) => ({
          label: part.label,
          cells: configurations.map((_, place) => text(place, index)),
        })),
      }}
    >
      <ResponsiveContainer width="100%" height={configurations.length * (BAR + 16) + 40}>
        <BarChart
          layout="vertical"
          // What is left at the horizon comes back: it lies below 0.
          stackOffset="sign"
          data={lines}
          margin={{ top: 0, right: 16, bottom: 16, left: 0 }}
          accessibilityLayer={false}
        >
          <CartesianGrid {...GRID} horizontal={false} />
          <XAxis
            type="number"
            domain={[least, ticks.at(-1) ?? 'auto']}
            ticks={ticks}
            tick={TICK}
            tickLine={false}
            axisLine={AXIS_LINE}
            tickFormatter={(value: number) => formatMoneyShort(value)}
            label={axisLabel(currency)}
          />
          <YAxis
            type="category"
            dataKey="name"
            width={116}
            tick={TICK}
            tickLine={false}
            axisLine={AXIS_LINE}
            interval={0}
            tickFormatter={(name: string) => shortened(name, 34)}
          />
          <Tooltip
            cursor={{ fill: 'var(--surface-sunken)' }}
            content={({ payload, label }) => {
              const place = lines.findIndex((line) => line.name === label);
              return payload.length > 0 && place >= 0 ? (
                <TooltipBox
                  title={`${String(label)}, ${currency}`}
                  lines={parts.map((part, index) => [part.label, text(place, index)])}
                />
              ) : null;
            }}
          />
          {parts.map((part, index) => (
            <Bar
              key={part.key}
              stackId="cost"
              dataKey={(line: Line) => line.amounts[index] ?? undefined}
              name={part.label}
              barSize={BAR}
              isAnimationActive={false}
              shape={(bar: BarShapeProps) => (
                <Segment
                  bar={bar}
                  {...fillOf('cost', part.key)}
                  amount={(bar.payload as Line).amounts[index] ?? null}
                />
              )}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </ChartFrame>
  );
}

interface SegmentProps {
  bar: BarShapeProps;
  fill: string;
  ink: string;
  amount: number | null;
}

function Segment({ bar, fill, ink, amount }: SegmentProps) {
  const { y, height } = bar;
  const width = Math.abs(bar.width);
  const x = Math.min(bar.x, bar.x + bar.width);
  if (amount === null || width === 0) return null;
  return (
    <BarSegment
      bar={{ x, y, width, height }}
      fill={fill}
      ink={ink}
      amount={amount}
      label={formatMoneyShort(amount)}
      narrowest={NARROWEST_LABEL}
      strokeWidth={1.5}
    />
  );
}
