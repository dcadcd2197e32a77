import type { Axis, Series, SeriesLine } from '@/api/types';
import { formatNumber, formatShare } from '@/lib/format';

import { basisOfKind, lineOf } from './basis';
import { BasisMark } from './basis-legend';
import { signOfLine } from './evidence-legend';
import { axisText, figureText, roomAround } from './evidence-rows';
import { Plot } from './plot';
import { AXIS, axisLabel, BARE_AXIS, GRID, TEXT } from './style';
import { useScene } from './use-scene';

interface Place {
  x: number;
  y: number;
}

const HEIGHT = 220;
const LOG_ROOM = 1.35;

/** Figures along a numeric axis. The straight lines between them only show which belong together. */
export function EvidencePoints({ series }: { series: Series }) {
  const { x, y } = series;
  const lines = series.lines.filter((each) => !each.reference);
  const references = series.lines.filter((each) => each.reference);
  const points = lines.flatMap((each) => each.points);
  const places = points.flatMap((each): Place[] =>
    each.x === null || each.x === undefined ? [] : [{ x: each.x, y: each.y }],
  );
  const at = places.map((each) => each.x);
  const levels = references.flatMap((each) =>
    each.points.map(({ y: level }) => ({ x: at[0] ?? 0, y: level })),
  );
  return (
    <Plot height={HEIGHT}>
      {({ CartesianGrid, ReferenceLine, Scatter, ScatterChart, XAxis, YAxis }) => (
        <ScatterChart margin={{ top: 14, right: 16, bottom: 16, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid {...GRID} />
          <XAxis
            type="number"
            dataKey="x"
            scale={x.logarithmic ? 'log' : 'linear'}
            domain={x.logarithmic ? [Math.min(...at) / LOG_ROOM, Math.max(...at) * LOG_ROOM] : roomAround(at)}
            ticks={[...new Set(at)].sort((a, b) => a - b)}
            allowDataOverflow
            {...AXIS}
            tickFormatter={(value: number) => formatNumber(value)}
            label={axisLabel(axisText(x))}
          />
          <YAxis
            type="number"
            dataKey="y"
            domain={[0, 'auto']}
            width={52}
            {...BARE_AXIS}
            tickFormatter={(value: number) => tickText(value, y)}
          />
          {references.map((line) => (
            <ReferenceLine
              key={line.key}
              y={line.points[0]?.y}
              stroke="var(--ink-soft)"
              {...lineOf(basisOfKind(line.points[0]?.kind ?? 'measured'))}
              label={{ value: line.label, position: 'insideTopLeft', ...TEXT }}
            />
          ))}
          <Scatter data={[...places, ...levels]} isAnimationActive={false} shape={() => <g />} />
          {lines.map((line, index) => (
            <Course key={line.key} line={line} index={index} x={x} y={y} />
          ))}
        </ScatterChart>
      )}
    </Plot>
  );
}

function tickText(value: number, axis: Axis): string {
  return axis.unit.startsWith('share') ? formatShare(value) : formatNumber(value);
}

interface CourseProps {
  line: SeriesLine;
  index: number;
  x: Axis;
  y: Axis;
}

/** The points of one line and what joins them. */
function Course({ line, index, x: across, y: up }: CourseProps) {
  const scene = useScene();
  if (!scene) return null;
  const { colour, shape } = signOfLine(line.key, index);
  const places = line.points.map((point) => ({
    point,
    x: scene.x(point.x ?? 0),
    y: scene.y(point.y),
  }));
  const path = places.map((each) => `${each.x},${each.y}`).join('L');
  return (
    <g>
      {places.length > 1 && (
        <path d={`M${path}`} fill="none" stroke={colour} strokeOpacity={0.55} {...lineOf('interpolated')} />
      )}
      {places.map(({ point, x, y }) => (
        <g key={`${x} ${y}`}>
          <title>
            {`${line.label}, ${figureText(point.x ?? 0, across)}: ${figureText(point.y, up)}. ${point.conditions ?? ''}`}
          </title>
          <BasisMark x={x} y={y} shape={shape} basis={basisOfKind(point.kind)} colour={colour} />
        </g>
      ))}
    </g>
  );
}
