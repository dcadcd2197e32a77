import type { BarShapeProps } from './library';

import type { Axis } from '@/api/types';

import { BASIS, basisOfKind, pointOf } from './basis';
import { signOfLine } from './evidence-legend';
import { type BarRow, type Bars, boundedText } from './evidence-rows';
import { Plot, useDrawing } from './plot';
import { AXIS, TEXT } from './style';

interface Props {
  bars: Bars;
  y: Axis;
}

const BAR = 12;
const LABEL_WIDTH = 148;
const LETTERS_IN_LINE = 24;
const LINE_HEIGHT = 14;

/** How high rows are: bars or a label of several lines, whichever needs more. */
function rowHeight({ rows, lines }: Bars): number {
  const letters = Math.max(...rows.map((row) => row.label.length));
  return Math.max(lines.length * (BAR + 4), Math.ceil(letters / LETTERS_IN_LINE) * LINE_HEIGHT) + 12;
}

/** Figures side by side: full bars were measured, hollow ones not. */
export function EvidenceBars({ bars, y }: Props) {
  const { lines, rows } = bars;
  return (
    <Plot height={rows.length * rowHeight(bars) + 8}>
      {({ Bar, BarChart, Text, XAxis, YAxis }) => (
        <BarChart
          layout="vertical"
          data={rows}
          margin={{ top: 0, right: 96, bottom: 0, left: 0 }}
          barGap={3}
          accessibilityLayer={false}
        >
          <XAxis type="number" domain={[0, 'dataMax']} hide />
          <YAxis
            type="category"
            dataKey={(row: BarRow) => rows.indexOf(row)}
            width={LABEL_WIDTH}
            {...AXIS}
            interval={0}
            tick={({ x, y: top, payload }: TickProps) => (
              <Text
                {...TEXT}
                x={Number(x)}
                y={Number(top)}
                width={LABEL_WIDTH - 10}
                textAnchor="end"
                verticalAnchor="middle"
              >
                {rows[payload.value]?.label ?? ''}
              </Text>
            )}
          />
          {lines.map((line, index) => (
            <Bar
              key={line.key}
              dataKey={(row: BarRow) => row.points[index]?.y}
              name={line.label}
              barSize={BAR}
              isAnimationActive={false}
              shape={(bar: BarShapeProps) => (
                <FigureBar bar={bar} row={bar.payload as BarRow} index={index} y={y} />
              )}
            />
          ))}
        </BarChart>
      )}
    </Plot>
  );
}

interface TickProps {
  x: number | string;
  y: number | string;
  payload: { value: number };
}

interface FigureProps {
  bar: BarShapeProps;
  row: BarRow;
  index: number;
  y: Axis;
}

/** The unit stands once, above the bars; percent is part of the figure. */
function withoutUnit(axis: Axis): Axis {
  return axis.unit.startsWith('share') ? axis : { ...axis, unit: '' };
}

function FigureBar({ bar, row, index, y: axis }: FigureProps) {
  const { Text } = useDrawing();
  const point = row.points[index];
  if (!point) return null;
  const { colour } = signOfLine(row.line ?? '', index);
  const { x, y, width, height } = bar;
  const basis = basisOfKind(point.kind);
  const middle = y + height / 2;
  const word = basis === 'measured' ? '' : `, ${BASIS[basis].label}`;
  return (
    <g>
      <rect
        x={x}
        y={y}
        // A figure of 0 is a figure: it shows as a line.
        width={Math.max(width, 1)}
        height={height}
        {...pointOf(basis, colour)}
        strokeDasharray={BASIS[basis].dash}
      >
        <title>{point.conditions}</title>
      </rect>
      <Text x={x + width + 6} y={middle} width={110} verticalAnchor="middle" fontSize={11} fill="var(--ink)">
        {`${boundedText(point, withoutUnit(axis))}${word}`}
      </Text>
    </g>
  );
}
