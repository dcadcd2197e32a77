import { useState } from 'react';
import type { BarShapeProps } from './library';

import type { Result } from '@/api/types';
import { formatCounted, formatMoney, formatMoneyShort, formatValue } from '@/lib/format';
import { fillOf } from '@/lib/looks';

import { BarSegment } from './bar-segment';
import { ChartFrame } from './chart-frame';
import { wordsOf } from './chart-words';
import { SwatchLegend } from './legend';
import { type PartsLine, partsLine, signed } from './money-differences';
import { Plot } from './plot';
import { AXIS, axisLabel, GRID, roundTicks, shortened, signedTicks } from './style';
import { TooltipBox } from './tooltip';

const BAR = 32;
const NARROWEST_LABEL = 40;
/** Room for the total at the end of a bar. */
const END = 96;

/** What each configuration costs until the horizon by category, or what it costs more or less than the reference. */
export function CostPartsChart({ result }: { result: Result }) {
  const [asDifference, setAsDifference] = useState(false);
  const { configurations, currency } = result;
  const parts = configurations[0]?.cost_parts ?? [];
  const reference = configurations.find((each) => each.key === result.reference) ?? configurations[0];
  const differs = asDifference && configurations.length > 1;
  const shown = differs ? configurations.filter((each) => each !== reference) : configurations;
  const lines = shown.map((each) => partsLine(each, result, differs));
  const text = (configuration: number, part: number) => {
    const amount = configurations[configuration]?.cost_parts[part]?.amount;
    return amount ? formatValue(amount, 'money', '', currency).text : '';
  };
  const written = (line: PartsLine, part: number) => {
    const amount = line.amounts[part];
    const place = configurations.findIndex((each) => each.name === line.name);
    return differs && amount != null ? signed(amount, formatMoney) : text(place, part);
  };
  // The same in both ways, so that the legend stays as it is.
  const used = parts.filter((_, index) =>
    configurations.some((each) => (each.cost_parts[index]?.amount.value ?? 0) !== 0),
  );
  const reach = (sign: 1 | -1) =>
    Math.max(
      0,
      ...lines.map((line) =>
        line.amounts.reduce<number>((sum, each) => sum + Math.max(0, sign * (each ?? 0)), 0),
      ),
    );
  const ticks = differs ? signedTicks(-reach(-1), reach(1)) : roundTicks(reach(1));
  const least = differs ? (ticks[0] ?? 0) : -reach(-1);
  const against = `difference to ${reference?.name ?? ''}`;
  return (
    <ChartFrame
      title="Cost by category"
      words={wordsOf(result, 'cost_parts')}
      description={`As entered, ${currency} until the horizon of ${formatCounted(result.horizon_years, 'years')}, undiscounted, computed${differs ? `; ${against}, left of zero is cheaper` : ''}`}
      mode={
        configurations.length > 1
          ? {
              label: `as ${against}`,
              pressed: asDifference,
              onToggle: () => setAsDifference(!asDifference),
            }
          : undefined
      }
      legend={
        <SwatchLegend
          items={used.map((part) => ({ label: part.label, colour: fillOf('cost', part.key).fill }))}
        />
      }
      table={{
        columns: [currency, ...shown.map((each) => each.name)],
        rows: [
          ...parts.map((part, index) => ({
            label: part.label,
            cells: lines.map((line) => written(line, index)),
          })),
          { label: differs ? 'Difference' : 'Total', cells: lines.map((line) => line.total) },
        ],
      }}
    >
      {/* As high in both ways: nothing below moves. */}
      <Plot height={configurations.length * (BAR + 16) + 40}>
        {({ Bar, BarChart, CartesianGrid, ReferenceLine, Tooltip, XAxis, YAxis }) => (
          <BarChart
            layout="vertical"
            // What is left at the horizon comes back: it lies below 0.
            stackOffset="sign"
            data={lines}
            margin={{ top: 0, right: END, bottom: 16, left: 0 }}
            accessibilityLayer={false}
          >
            <CartesianGrid {...GRID} horizontal={false} />
            <XAxis
              type="number"
              domain={[least, ticks.at(-1) ?? 'auto']}
              ticks={ticks}
              {...AXIS}
              tickFormatter={(value: number) => formatMoneyShort(value)}
              label={axisLabel(currency)}
            />
            <YAxis
              type="category"
              dataKey="name"
              width={116}
              {...AXIS}
              interval={0}
              tickFormatter={(name: string) => shortened(name, 34)}
            />
            <Tooltip
              cursor={{ fill: 'var(--surface-sunken)' }}
              content={({ payload, label }) => {
                const line = lines.find((each) => each.name === label);
                return payload.length > 0 && line ? (
                  <TooltipBox
                    title={`${String(label)}, ${currency}`}
                    lines={[
                      ...parts.map((part, index): [string, string] => [part.label, written(line, index)]),
                      [differs ? 'Difference' : 'Total', line.total],
                    ]}
                  />
                ) : null;
              }}
            />
            {differs && <ReferenceLine x={0} stroke="var(--ink)" />}
            {parts.map((part, index) => (
              <Bar
                key={part.key}
                stackId="cost"
                dataKey={(line: PartsLine) => line.amounts[index] ?? undefined}
                name={part.label}
                barSize={BAR}
                isAnimationActive={false}
                shape={(bar: BarShapeProps) => (
                  <Segment
                    bar={bar}
                    {...fillOf('cost', part.key)}
                    amount={(bar.payload as PartsLine).amounts[index] ?? null}
                  />
                )}
              />
            ))}
            {/* Nothing wide, at the end of each bar: it carries the total. */}
            <Bar
              stackId="cost"
              dataKey={() => 0}
              barSize={BAR}
              isAnimationActive={false}
              shape={(bar: BarShapeProps) => (
                <text
                  x={bar.x + 6}
                  y={bar.y + bar.height / 2}
                  dominantBaseline="central"
                  fontSize={12}
                  fontWeight={600}
                  fill="var(--ink)"
                  data-testid="bar-total"
                >
                  {(bar.payload as PartsLine).total}
                </text>
              )}
            />
          </BarChart>
        )}
      </Plot>
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
