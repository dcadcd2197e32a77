import type { BurstConfiguration, BurstResult, Regime } from '@/api/types';
import { formatNumber } from '@/lib/format';
import { fillOf } from '@/lib/looks';
import { markerAt, shapePath } from '@/lib/markers';

import { BASIS } from './basis';
import { endOf, LEFT, MARGIN, REGIME_WORDS, timeAxis } from './burst-time';
import { ChartFrame } from './chart-frame';
import classes from './chart-frame.module.css';
import { Plot } from './plot';
import { useScene } from './use-scene';

const ROW = 24;
const BAR = 16;

/** What each write buffer does, one stretch after the other. */
export function RegimeChart({ result }: { result: BurstResult }) {
  const { configurations } = result;
  const known = configurations.filter((each) => each.spans.length > 0);
  const regimes = (Object.keys(REGIME_WORDS) as Regime[]).filter((regime) =>
    known.some((each) => each.spans.some((span) => span.regime === regime)),
  );
  return (
    <ChartFrame
      title="What the write buffer does"
      description="Regimes one after the other, computed"
      legend={
        <ul className={classes.legend}>
          {regimes.map((each) => (
            <li key={each}>
              <span className={classes.swatch} style={{ background: fillOf('regime', each).fill }} />{' '}
              {REGIME_WORDS[each]}
            </li>
          ))}
        </ul>
      }
      table={{
        columns: ['Configuration', 'Regime', 'From minute', 'To minute'],
        rows: known.flatMap((each) =>
          each.spans.map((span) => ({
            label: each.name,
            cells: [
              REGIME_WORDS[span.regime],
              formatNumber(span.from_minutes),
              formatNumber(span.to_minutes),
            ],
          })),
        ),
      }}
    >
      <Plot height={known.length * ROW + 40}>
        {({ Scatter, ScatterChart, XAxis, YAxis }) => (
          <ScatterChart margin={{ ...MARGIN, top: 0 }} accessibilityLayer={false}>
            <XAxis {...timeAxis(endOf(result))} />
            <YAxis
              type="number"
              dataKey="row"
              domain={[-0.5, known.length - 0.5]}
              reversed
              width={LEFT}
              ticks={known.map((_, row) => row)}
              interval={0}
              tickLine={false}
              axisLine={false}
              tick={({
                x,
                y,
                payload,
              }: {
                x: number | string;
                y: number | string;
                payload: { value: number };
              }) => (
                <RowSign
                  x={Number(x)}
                  y={Number(y)}
                  place={configurations.findIndex((each) => each.key === known[payload.value]?.key)}
                />
              )}
            />
            <Scatter
              data={known.map((_, row) => ({ minute: 0, row }))}
              isAnimationActive={false}
              shape={() => <g />}
            />
            {known.map((each, row) => (
              <Spans key={each.key} configuration={each} row={row} />
            ))}
          </ScatterChart>
        )}
      </Plot>
    </ChartFrame>
  );
}

function RowSign({ x, y, place }: { x: number; y: number; place: number }) {
  const { colour, shape } = markerAt(place);
  return <path d={shapePath(shape, 4)} fill={colour} transform={`translate(${x - 6},${y})`} />;
}

const LETTER = 6.2;

function Spans({ configuration, row }: { configuration: BurstConfiguration; row: number }) {
  const scene = useScene();
  if (!scene) return null;
  const y = scene.y(row) - BAR / 2;
  const basis = configuration.assumed ? 'assumed' : 'derived';
  return (
    <g>
      {configuration.spans.map((span) => {
        const [from, to] = [scene.x(span.from_minutes), scene.x(span.to_minutes)];
        const { fill, ink } = fillOf('regime', span.regime);
        const label = REGIME_WORDS[span.regime];
        return (
          <g key={span.from_minutes}>
            <title>
              {`${configuration.name}, ${label}: minute ${formatNumber(span.from_minutes)} to ${formatNumber(span.to_minutes)}${configuration.assumed ? ', rates assumed' : ''}`}
            </title>
            <rect
              x={from}
              y={y}
              width={Math.max(0, to - from)}
              height={BAR}
              fill={fill}
              stroke={configuration.assumed ? 'var(--ink-soft)' : 'var(--surface)'}
              strokeDasharray={BASIS[basis].dash}
              data-basis={basis}
              data-regime={span.regime}
            />
            {to - from > label.length * LETTER + 8 && (
              <text
                x={(from + to) / 2}
                y={y + BAR / 2}
                textAnchor="middle"
                dominantBaseline="central"
                fontSize={11}
                fill={ink}
              >
                {label}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}
