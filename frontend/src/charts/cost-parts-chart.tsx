import type { BarShapeProps } from './library';

import type { Chart } from '@/api/types';
import { formatMoneyShort } from '@/lib/format';
import { fillOf } from '@/lib/looks';

import { BarSegment } from './bar-segment';
import { ChartFrame } from './chart-frame';
import { useDifferenceMode } from './difference-mode';
import { axisOf, type Bar as Line, barsOf } from './drawn';
import { SwatchLegend } from './legend';
import { Plot } from './plot';
import { AXIS, axisLabel, GRID, shortened } from './style';
import { TooltipBox } from './tooltip';

const BAR = 32;
const NARROWEST_LABEL = 40;
/** Room for the total at the end of a bar. */
const END = 96;

/** What each configuration costs until the horizon by category, or what it costs more or less than the reference. */
export function CostPartsChart({ chart }: { chart: Chart }) {
  const { name, words, parts, drawn } = chart;
  const { drawing, differs, mode } = useDifferenceMode(chart);
  const lines = barsOf(drawing);
  const currency = drawing.across?.label ?? '';
  const sum = differs ? 'Difference' : 'Total';
  return (
    <ChartFrame
      title={name}
      words={words}
      description={drawing.about}
      mode={mode}
      legend={
        // The same in both ways, so that it stays as it is.
        <SwatchLegend
          items={parts
            .filter((part) => part.drawn)
            .map((part) => ({ label: part.label, colour: fillOf('cost', part.key).fill }))}
        />
      }
      table={{
        columns: [currency, ...lines.map((line) => line.name)],
        units: ['', ...lines.map(() => currency)],
        rows: [
          ...parts.map((part, index) => ({
            label: part.label,
            cells: lines.map((line) => line.texts[index] ?? ''),
          })),
          { label: sum, cells: lines.map((line) => line.whole) },
        ],
      }}
    >
      {/* As high in both ways: nothing below moves. */}
      <Plot height={drawn.series.length * (BAR + 16) + 40}>
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
              {...(drawing.across && axisOf(drawing.across))}
              {...AXIS}
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
                      ...parts.map((part, index): [string, string] => [part.label, line.texts[index] ?? '']),
                      [sum, line.end],
                    ]}
                  />
                ) : null;
              }}
            />
            {drawing.marks.map((mark) => (
              <ReferenceLine key={mark.kind} x={mark.at} stroke="var(--ink)" />
            ))}
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
                  {(bar.payload as Line).end}
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
