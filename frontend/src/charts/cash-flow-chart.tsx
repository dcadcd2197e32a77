import { useState } from 'react';
import type { Result, Value } from '@/api/types';
import { formatMoney, formatMoneyShort, formatValue } from '@/lib/format';
import { markerAt, shapePath } from '@/lib/markers';

import { lineOf } from './basis';
import { ChartFrame } from './chart-frame';
import { wordsOf } from './chart-words';
import { LineNames, NAME_ROOM, useNamesFit } from './line-names';
import { turnsOf } from './crossovers';
import { signed, type Year, yearsOf } from './money-differences';
import { Plot } from './plot';
import { AXIS, axisLabel, BARE_AXIS, GRID, HALO } from './style';
import { TooltipBox } from './tooltip';

/** Money by year: bars for the year, lines for the cumulative cost; or how far both are from the reference's. */
export function CashFlowChart({ result }: { result: Result }) {
  const [asDifference, setAsDifference] = useState(false);
  const { configurations, currency } = result;
  const reference = Math.max(
    0,
    configurations.findIndex((each) => each.key === result.reference),
  );
  const differs = asDifference && configurations.length > 1;
  const years = yearsOf(result, differs);
  const text = (place: number, year: number, what: 'amount' | 'cumulative') => {
    const flow = configurations[place]?.cash_flow.find((each) => each.year === year);
    const value: Value | undefined = flow?.[what];
    return value ? formatValue(value, 'money', '', currency).text : '';
  };
  const written = (place: number, { year, amounts, cumulative }: Year, what: 'amount' | 'cumulative') => {
    const value = (what === 'amount' ? amounts : cumulative)[place];
    return differs && value != null ? signed(value, formatMoney) : text(place, year, what);
  };
  const words = wordsOf(result, 'cash_flow');
  const against = `difference to ${configurations[reference]?.name ?? ''}`;
  // The reference is the zero line.
  const drawn = configurations.flatMap((each, index) =>
    differs && index === reference ? [] : [{ each, index }],
  );
  const named = useNamesFit(drawn.length);
  return (
    <ChartFrame
      title="Cost by year"
      words={words}
      description={`As entered, ${currency}; bars are the year's cost, lines cumulative; year 0 is the purchase; computed${differs ? `; ${against}, below zero is cheaper` : ''}`}
      mode={
        configurations.length > 1
          ? {
              label: `as ${against}`,
              pressed: asDifference,
              onToggle: () => setAsDifference(!asDifference),
            }
          : undefined
      }
      table={{
        columns: ['Year', ...drawn.flatMap(({ each }) => [each.name, `${each.name}, cumulative`])],
        rows: years.map((year) => ({
          label: String(year.year),
          cells: drawn.flatMap(({ index }) => [
            written(index, year, 'amount'),
            written(index, year, 'cumulative'),
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
            <XAxis dataKey="year" {...AXIS} label={axisLabel('year')} />
            <YAxis {...BARE_AXIS} width={52} tickFormatter={(value: number) => formatMoneyShort(value)} />
            <Tooltip
              cursor={{ fill: 'var(--surface-sunken)' }}
              content={({ payload }) => {
                const year = payload[0]?.payload as Year | undefined;
                return year ? (
                  <TooltipBox
                    title={`Year ${String(year.year)}, ${currency}`}
                    lines={drawn.flatMap(({ each, index }): [string, string][] => [
                      [each.name, written(index, year, 'amount')],
                      [`${each.name}, cumulative`, written(index, year, 'cumulative')],
                    ])}
                  />
                ) : null;
              }}
            />
            {differs && <ReferenceLine y={0} stroke="var(--ink)" />}
            {turnsOf(result).map((each, place, all) => (
              <ReferenceLine
                key={each.key}
                x={each.year}
                stroke={markerAt(each.index).colour}
                strokeDasharray="4 3"
                data-crossover={each.month}
                label={{
                  // Once where several turn in one month.
                  value:
                    all.findIndex(({ month }) => month === each.month) === place
                      ? `month ${String(each.month)}`
                      : '',
                  position: 'insideTopLeft',
                  dy: 14 * place,
                  fill: 'var(--ink)',
                  fontSize: 11,
                  ...HALO,
                }}
              />
            ))}
            {drawn.map(({ each: configuration, index }) => (
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
            {drawn.map(({ each: configuration, index }) => (
              <Line
                key={configuration.key}
                dataKey={(year: Year) => year.cumulative[index] ?? undefined}
                name={`${configuration.name}, cumulative`}
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
            {named && (
              <LineNames
                lines={drawn.map(({ each, index }) => ({
                  key: each.key,
                  name: each.name,
                  index,
                  value: years.at(-1)?.cumulative[index] ?? null,
                }))}
                together={differs ? [] : (words?.lines ?? [])}
              />
            )}
          </ComposedChart>
        )}
      </Plot>
    </ChartFrame>
  );
}
