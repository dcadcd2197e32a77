import { type PointerEvent, useState } from 'react';

import type { Hit, SearchAnswer } from '@/api/types';
import { formatMoneyShort, formatNumber, formatRoughShare, formatValue } from '@/lib/format';
import { shapePath } from '@/lib/markers';

import { ChartFrame } from './chart-frame';
import frame from './chart-frame.module.css';
import classes from './front-chart.module.css';
import { Plot } from './plot';
import { AXIS, axisLabel, GRID, spanTicks, wholeSpan } from './style';
import { TooltipBox } from './tooltip';
import { useScene } from './use-scene';
import { wearClasses, wearOf } from './wear-classes';

interface Props {
  answer: SearchAnswer;
  /** Whether an answer is within what is looked at. */
  shown: (hit: Hit) => boolean;
  /** The answer that is pointed at in the list. */
  current: Hit | undefined;
  /** Told what was drawn around with a mouse or a pen; nothing after a click beside all. */
  onBrush: (hits: Hit[]) => void;
}

interface Point {
  hosts: number;
  cost: number;
  hit: Hit;
}

/** The front: what each number of hosts costs at least, with the risk that flash wears out as colour and shape. */
export default function FrontChart({ answer, shown, current, onBrush }: Props) {
  const { front, currency, as_it_is: own } = answer;
  const points = front.flatMap((hit): Point[] =>
    hit.hosts.value === null || hit.cost.value === null
      ? []
      : [{ hosts: hit.hosts.value, cost: hit.cost.value, hit }],
  );
  const as = own?.hosts.value != null && own.cost.value != null ? own : undefined;
  const xs = [...points.map((each) => each.hosts), ...(as ? [as.hosts.value ?? 0] : [])];
  const ys = [...points.map((each) => each.cost), ...(as ? [as.cost.value ?? 0] : [])];
  const hosts = wholeSpan(Math.min(...xs), Math.max(...xs));
  const costs = spanTicks(Math.min(...ys), Math.max(...ys));
  return (
    <ChartFrame
      title="Cost and hosts"
      description={`Total cost, ${currency}, against hosts of the answers to which none is preferable; colour and shape are the probability that flash wears out within the horizon`}
      legend={
        <ul className={frame.legend} aria-label="Legend">
          {wearClasses(points.map(({ hit }) => hit.wear_out_probability)).map((each) => (
            <li key={each.label}>
              <svg width={12} height={12} viewBox="-6 -6 12 12" aria-hidden="true" focusable="false">
                <path d={shapePath(each.shape, 5)} style={{ fill: each.colour }} />
              </svg>
              {each.label}
            </li>
          ))}
          {as && (
            <li>
              <svg width={12} height={12} viewBox="-6 -6 12 12" aria-hidden="true" focusable="false">
                <path d={CROSS} className={classes.own} />
              </svg>
              the plan as it is
            </li>
          )}
        </ul>
      }
      table={{
        columns: ['Answer', 'Hosts', currency, 'Flash life, years', 'Worn out'],
        rows: front.map((hit) => ({
          label: hit.text,
          cells: [
            formatValue(hit.hosts, 'count', '', currency).text,
            formatValue(hit.cost, 'money', '', currency).text,
            formatValue(hit.life_years, 'years', '', '').text,
            formatValue(hit.wear_out_probability, 'probability', '', '').text,
          ],
        })),
      }}
    >
      <Plot height={280}>
        {({ CartesianGrid, Scatter, ScatterChart, Tooltip, XAxis, YAxis }) => (
          <ScatterChart margin={{ top: 16, right: 24, bottom: 16, left: 0 }} accessibilityLayer={false}>
            <CartesianGrid {...GRID} />
            <Brush points={points} onBrush={onBrush} />
            <XAxis
              type="number"
              dataKey="hosts"
              domain={[hosts[0] ?? 'auto', hosts.at(-1) ?? 'auto']}
              ticks={hosts}
              padding={{ left: 24, right: 24 }}
              {...AXIS}
              tickFormatter={(value: number) => formatNumber(value)}
              label={axisLabel('hosts')}
            />
            <YAxis
              type="number"
              dataKey="cost"
              domain={[costs[0] ?? 'auto', costs.at(-1) ?? 'auto']}
              ticks={costs}
              width={60}
              {...AXIS}
              tickFormatter={(value: number) => formatMoneyShort(value)}
            />
            <Tooltip
              isAnimationActive={false}
              cursor={false}
              content={({ payload }) => {
                const point = payload[0]?.payload as Partial<Point> | undefined;
                return point?.hit ? <PointWords hit={point.hit} currency={currency} /> : null;
              }}
            />
            {as && (
              <Scatter
                data={[{ hosts: as.hosts.value, cost: as.cost.value }]}
                isAnimationActive={false}
                shape={(dot: { cx?: number; cy?: number }) => (
                  <path
                    d={CROSS}
                    className={classes.own}
                    transform={`translate(${String(dot.cx ?? 0)},${String(dot.cy ?? 0)})`}
                  />
                )}
              />
            )}
            <Scatter
              data={points}
              isAnimationActive={false}
              shape={(dot: { cx?: number; cy?: number; payload?: Point }) =>
                dot.payload ? (
                  <Sign
                    x={dot.cx ?? 0}
                    y={dot.cy ?? 0}
                    hit={dot.payload.hit}
                    faded={!shown(dot.payload.hit)}
                    current={dot.payload.hit === current}
                  />
                ) : (
                  <g />
                )
              }
            />
          </ScatterChart>
        )}
      </Plot>
    </ChartFrame>
  );
}

/** A place to draw a box in, below the points, which show their words. Fingers scroll; ranges do the same for them and for keys. */
function Brush({ points, onBrush }: { points: readonly Point[]; onBrush: (hits: Hit[]) => void }) {
  const scene = useScene();
  const [box, setBox] = useState<Box>();
  if (!scene) return null;
  const { x, y, width, height } = scene.area;
  const placeOf = ({ currentTarget, clientX, clientY }: PointerEvent<SVGRectElement>): Corner => {
    const { left, top } = currentTarget.getBoundingClientRect();
    return {
      x: x + Math.min(Math.max(clientX - left, 0), width),
      y: y + Math.min(Math.max(clientY - top, 0), height),
    };
  };
  const drawn = box && sidesOf(box);
  return (
    <g>
      <rect
        x={x}
        y={y}
        width={width}
        height={height}
        className={classes.field}
        data-testid="front-brush"
        onPointerDown={(event) => {
          if (event.pointerType === 'touch' || event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          const from = placeOf(event);
          setBox({ from, to: from });
        }}
        onPointerMove={(event) => {
          if (box) setBox({ ...box, to: placeOf(event) });
        }}
        onPointerUp={() => {
          if (!drawn) return;
          setBox(undefined);
          onBrush(
            points
              .filter(
                (each) =>
                  drawn.x <= scene.x(each.hosts) &&
                  scene.x(each.hosts) <= drawn.x + drawn.width &&
                  drawn.y <= scene.y(each.cost) &&
                  scene.y(each.cost) <= drawn.y + drawn.height,
              )
              .map((each) => each.hit),
          );
        }}
        onPointerCancel={() => setBox(undefined)}
      />
      {drawn && <rect {...drawn} className={classes.box} />}
    </g>
  );
}

interface Corner {
  x: number;
  y: number;
}

interface Box {
  from: Corner;
  to: Corner;
}

function sidesOf({ from, to }: Box) {
  return {
    x: Math.min(from.x, to.x),
    y: Math.min(from.y, to.y),
    width: Math.abs(to.x - from.x),
    height: Math.abs(to.y - from.y),
  };
}

const CROSS = 'M-5,-5L5,5M-5,5L5,-5';

interface SignProps {
  x: number;
  y: number;
  hit: Hit;
  faded: boolean;
  current: boolean;
}

function Sign({ x, y, hit, faded, current }: SignProps) {
  const { colour, shape } = wearOf(hit.wear_out_probability);
  return (
    <g transform={`translate(${String(x)},${String(y)})`} data-faded={faded} className={classes.point}>
      {current && <circle r={11} className={classes.ring} />}
      <path
        d={shapePath(shape, 6)}
        style={{ fill: colour }}
        data-basis="derived"
        data-value={hit.cost.value}
      />
    </g>
  );
}

function PointWords({ hit, currency }: { hit: Hit; currency: string }) {
  const { value: wear } = hit.wear_out_probability;
  return (
    <TooltipBox
      title={hit.text}
      lines={[
        ['Hosts', formatValue(hit.hosts, 'count', '', currency).text],
        [`Cost, ${currency}`, formatValue(hit.cost, 'money', '', currency).text],
        ['Flash life, years', formatValue(hit.life_years, 'years', '', '').text],
        ['Worn out', wear === null ? '\u2013' : formatRoughShare(wear)],
      ]}
    />
  );
}
