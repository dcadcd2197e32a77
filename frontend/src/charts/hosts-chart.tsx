import {
  Bar,
  BarChart,
  CartesianGrid,
  type BarShapeProps,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';

import type { Constraint, Result } from '@/api/types';
import { formatValue } from '@/lib/format';
import { CONSTRAINTS } from '@/lib/looks';
import { markerAt } from '@/lib/markers';

import { ChartFrame } from './chart-frame';
import { ConfigurationLegend } from './legend';
import { AXIS_LINE, axisLabel, GRID, TICK } from './style';
import { TooltipBox } from './tooltip';

interface Line {
  key: string;
  label: string;
  hosts: (number | null)[];
  constraints: (Constraint | undefined)[];
}

const BAR = 12;
const GAP = 12;

function linesOf(result: Result): Line[] {
  const labels = new Map(
    result.configurations.flatMap((each) => each.constraints).map((each) => [each.key, each.label]),
  );
  return [...labels].map(([key, label]) => {
    const constraints = result.configurations.map((each) =>
      each.constraints.find((constraint) => constraint.key === key),
    );
    return { key, label, constraints, hosts: constraints.map((each) => each?.hosts.value ?? null) };
  });
}

const shown = (constraint: Constraint | undefined) =>
  constraint ? formatValue(constraint.hosts, 'count', '', '').text : '';

/** Hosts that each constraint asks for; the binding one is solid. */
export function HostsChart({ result }: { result: Result }) {
  const lines = linesOf(result).filter((line) => line.hosts.some((each) => each !== null));
  const { configurations } = result;
  const height = lines.length * (configurations.length * (BAR + 2) + GAP) + 40;
  return (
    <ChartFrame
      title="Hosts by constraint"
      description="Hosts, spares included, computed; solid bars bind"
      legend={<ConfigurationLegend configurations={configurations} />}
      table={{
        columns: ['Constraint', ...configurations.map((each) => each.name)],
        rows: linesOf(result).map((line) => ({
          label: line.label,
          cells: line.constraints.map((each) => `${shown(each)}${each?.binding ? ' (binding)' : ''}`),
        })),
      }}
    >
      <ResponsiveContainer width="100%" height={height}>
        <BarChart
          layout="vertical"
          data={lines}
          margin={{ top: 0, right: 64, bottom: 16, left: 0 }}
          barCategoryGap={GAP / 2}
          barGap={2}
          accessibilityLayer={false}
        >
          <CartesianGrid {...GRID} horizontal={false} />
          <XAxis
            type="number"
            allowDecimals={false}
            tick={TICK}
            tickLine={false}
            axisLine={AXIS_LINE}
            label={axisLabel('hosts')}
          />
          <YAxis
            type="category"
            dataKey="label"
            width={116}
            tick={TICK}
            tickLine={false}
            axisLine={AXIS_LINE}
            interval={0}
          />
          <Tooltip
            cursor={{ fill: 'var(--surface-sunken)' }}
            content={({ payload }) => {
              const line = payload[0]?.payload as Line | undefined;
              return line ? (
                <TooltipBox
                  title={line.label}
                  lines={configurations.map((each, index) => [
                    each.name,
                    `${shown(line.constraints[index])} hosts`,
                  ])}
                />
              ) : null;
            }}
          />
          {configurations.map((configuration, index) => (
            <Bar
              key={configuration.key}
              dataKey={(line: Line) => line.hosts[index] ?? undefined}
              name={configuration.name}
              barSize={BAR}
              isAnimationActive={false}
              shape={(bar: BarShapeProps) => <HostsBar bar={bar} index={index} />}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </ChartFrame>
  );
}

function HostsBar({ bar, index }: { bar: BarShapeProps; index: number }) {
  const { x, y, width, height } = bar;
  const constraint = (bar.payload as Line).constraints[index];
  if (!constraint || width <= 0) return null;
  const { colour } = markerAt(index);
  return (
    <g>
      <rect
        x={x}
        y={y + 0.5}
        width={width}
        height={Math.max(0, height - 1)}
        fill={colour}
        fillOpacity={CONSTRAINTS[constraint.binding ? 'binding' : 'other'].opacity}
        stroke={colour}
        data-basis="derived"
        data-value={constraint.hosts.value ?? ''}
      />
      <text x={x + width + 5} y={y + height / 2} dominantBaseline="central" fontSize={11} fill="var(--ink)">
        <tspan fontWeight={constraint.binding ? 700 : 400}>{shown(constraint)}</tspan>
        {constraint.binding && <tspan fill="var(--ink-soft)"> binding</tspan>}
      </text>
    </g>
  );
}
