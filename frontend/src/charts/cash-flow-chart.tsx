import type { Chart } from '@/api/types';
import { markerAt, shapePath } from '@/lib/markers';

import { lineOf } from './basis';
import { ChartFrame } from './chart-frame';
import { crossingLines } from './crossing-lines';
import { useDifferenceMode } from './difference-mode';
import { axisOf, crossingsOf, type Year, yearsOf } from './drawn';
import { LineNames, NAME_ROOM, useNamesFit } from './line-names';
import { Plot } from './plot';
import { AXIS, axisLabel, BARE_AXIS, GRID } from './style';
import { TooltipBox } from './tooltip';

/** Money by year: bars for the year, lines for the cumulative cost; or how far both are from the reference's. */
export function CashFlowChart({ chart }: { chart: Chart }) {
  const { name, words } = chart;
  const { drawing, differs, mode } = useDifferenceMode(chart);
  const { across, upright, series } = drawing;
  const years = yearsOf(drawing);
  const named = useNamesFit(series.length);
  return (
    <ChartFrame
      title={name}
      words={words}
      description={`${drawing.about}; bars are the cost of the year`}
      mode={mode}
      table={{
        columns: ['Year', ...series.flatMap((each) => [each.name, `${each.name}, cumulative`])],
        units: ['', ...series.flatMap(() => [upright?.label ?? '', upright?.label ?? ''])],
        rows: years.map((year) => ({
          label: String(year.year),
          cells: series.flatMap((_, turn) => [
            year.added[turn]?.text ?? '',
            year.cumulative[turn]?.text ?? '',
          ]),
        })),
      }}
    >
      <Plot height={260}>
        {({ Bar, CartesianGrid, ComposedChart, Line, ReferenceLine, Tooltip, XAxis, YAxis }) => (
          <ComposedChart
            data={years}
            margin={{ top: 8, right: named ? NAME_ROOM : 16, bottom: 16, left: 0 }}
            barGap={1}
            accessibilityLayer={false}
          >
            <CartesianGrid {...GRID} vertical={false} />
            <XAxis
              type="number"
              dataKey="year"
              // Room for the bars of the first and the last year.
              domain={[-0.5, years.length - 0.5]}
              ticks={across?.ticks.map(({ value }) => value)}
              {...AXIS}
              label={axisLabel(across?.label ?? '')}
            />
            <YAxis {...(upright && axisOf(upright))} {...BARE_AXIS} width={52} />
            <Tooltip
              cursor={{ fill: 'var(--surface-sunken)' }}
              content={({ payload }) => {
                const year = payload[0]?.payload as Year | undefined;
                return year ? (
                  <TooltipBox
                    title={`Year ${String(year.year)}, ${upright?.label ?? ''}`}
                    lines={series.flatMap((each, turn): [string, string][] => [
                      [each.name, year.added[turn]?.text ?? ''],
                      [`${each.name}, cumulative`, year.cumulative[turn]?.text ?? ''],
                    ])}
                  />
                ) : null;
              }}
            />
            {differs && <ReferenceLine y={0} stroke="var(--ink)" />}
            {crossingLines({ ReferenceLine }, crossingsOf(drawing), ({ at }) => at, years.length - 1)}
            {series.map((each, turn) => (
              <Bar
                key={each.configuration}
                dataKey={(year: Year) => year.added[turn]?.value ?? undefined}
                name={each.name}
                fill={markerAt(each.place).colour}
                fillOpacity={0.35}
                {...lineOf('derived')}
                stroke={markerAt(each.place).colour}
                maxBarSize={18}
                isAnimationActive={false}
              />
            ))}
            {series.map((each, turn) => (
              <Line
                key={each.configuration}
                dataKey={(year: Year) => year.cumulative[turn]?.value ?? undefined}
                name={`${each.name}, cumulative`}
                stroke={markerAt(each.place).colour}
                strokeWidth={1.75}
                {...lineOf('derived')}
                isAnimationActive={false}
                activeDot={false}
                dot={(dot: { cx?: number; cy?: number; index?: number }) => (
                  <path
                    key={dot.index}
                    d={shapePath(markerAt(each.place).shape, 4)}
                    transform={`translate(${String(dot.cx ?? 0)},${String(dot.cy ?? 0)})`}
                    fill={markerAt(each.place).colour}
                    stroke="var(--surface)"
                    data-basis="derived"
                  />
                )}
              />
            ))}
            {named && (
              <LineNames
                lines={series.map((each) => ({
                  key: each.configuration,
                  name: each.name,
                  index: each.place,
                  value: each.points.at(-1)?.upright?.value ?? null,
                }))}
                together={differs ? [] : words.lines}
              />
            )}
          </ComposedChart>
        )}
      </Plot>
    </ChartFrame>
  );
}
