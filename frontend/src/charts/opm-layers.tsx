/** The measured figures of the chart of operations, and the line through them. */
import { useId } from 'react';

import type { GroupOperations, MeasuredModel } from '@/api/types';
import { formatNumber } from '@/lib/format';
import { MEDIA } from '@/lib/media';

import { BASIS, basisOfKind, lineOf } from './basis';
import { BasisMark } from './basis-legend';
import { baselineOf, lineStretches, pointBasis, standsAlone } from './opm-scene';
import { HALO } from './style';
import { useScene } from './use-scene';

/** How far off the extrapolated line may be. */
export function UncertainBand({ operations }: { operations: GroupOperations }) {
  const scene = useScene();
  const clip = useId();
  if (!scene || !operations.curve) return null;
  const { colour } = MEDIA[operations.curve.medium];
  return (
    <g>
      <clipPath id={clip}>
        <rect {...scene.area} />
      </clipPath>
      {bandsOf(operations).map((points) => {
        const upper = points.map((each) => `${scene.x(each.ratio)},${scene.y(each.high)}`);
        const lower = points.map((each) => `${scene.x(each.ratio)},${scene.y(each.low)}`).reverse();
        return (
          <path
            key={points[0]?.ratio}
            d={`M${[...upper, ...lower].join('L')}Z`}
            clipPath={`url(#${clip})`}
            fill={colour}
            fillOpacity={0.12}
            data-basis="extrapolated"
          />
        );
      })}
    </g>
  );
}

interface BandPoint {
  ratio: number;
  low: number;
  high: number;
}

/** Runs of extrapolated points with a band, each with the measured point that it begins or ends at. */
function bandsOf(operations: GroupOperations): BandPoint[][] {
  return lineStretches(operations)
    .filter((each) => each.basis === 'extrapolated')
    .map(({ points }) =>
      points.flatMap((point): BandPoint[] =>
        point.per_vm === null
          ? []
          : [
              {
                ratio: point.overcommit_ratio,
                low: point.low_per_vm ?? point.per_vm,
                high: point.high_per_vm ?? point.per_vm,
              },
            ],
      ),
    );
}

/** The value without overcommitment, as a level to compare with. */
export function Baseline({ model }: { model: MeasuredModel }) {
  const scene = useScene();
  const value = baselineOf(model);
  if (!scene || value === null) return null;
  const { x, width } = scene.area;
  return (
    <g>
      <path
        d={`M${x},${scene.y(value)}h${width}`}
        stroke="var(--ink-soft)"
        fill="none"
        {...lineOf(basisOfKind(model.kind))}
      />
      <text
        x={x + width - 4}
        y={scene.y(value) - 5}
        textAnchor="end"
        fontSize={11}
        fill="var(--ink-soft)"
        {...HALO}
      >
        without overcommitment
      </text>
    </g>
  );
}

/** The line through the points: unbroken between them, broken beyond. */
export function Line({ operations }: { operations: GroupOperations }) {
  const scene = useScene();
  const clip = useId();
  if (!scene || !operations.curve) return null;
  const { colour } = MEDIA[operations.curve.medium];
  return (
    <g>
      <clipPath id={clip}>
        <rect {...scene.area} />
      </clipPath>
      {lineStretches(operations).map(({ basis, points }) => (
        <path
          key={`${basis} ${String(points[0]?.overcommit_ratio)}`}
          d={`M${points.map((each) => `${scene.x(each.overcommit_ratio)},${scene.y(each.per_vm ?? 0)}`).join('L')}`}
          clipPath={`url(#${clip})`}
          fill="none"
          stroke={colour}
          strokeWidth={basis === 'extrapolated' ? 1.5 : 2}
          {...lineOf(basis)}
        />
      ))}
    </g>
  );
}

/** The points of the model, of all media. */
export function Points({ operations, model }: { operations: GroupOperations; model: MeasuredModel }) {
  const scene = useScene();
  if (!scene) return null;
  return (
    <g>
      {model.points
        .filter((point) => point.medium === operations.medium && standsAlone(model, point))
        .map((point) => (
          <text
            key={`${point.medium} ${String(point.overcommit_ratio)}`}
            x={scene.x(point.overcommit_ratio)}
            y={scene.y(point.per_vm) + 20}
            textAnchor="middle"
            fontSize={11}
            fill="var(--ink)"
            {...HALO}
          >
            single point
          </text>
        ))}
      {model.points.map((point) => {
        const { colour, shape, label } = MEDIA[point.medium];
        const basis = pointBasis(model, point);
        const [x, y] = [scene.x(point.overcommit_ratio), scene.y(point.per_vm)];
        const { low_per_vm: low, high_per_vm: high } = point;
        return (
          <g key={`${point.medium} ${String(point.overcommit_ratio)} ${String(point.per_vm)}`}>
            <title>
              {[
                `${label}, ${formatNumber(point.overcommit_ratio)}: ${formatNumber(point.per_vm)}, ${BASIS[basis].label}`,
                point.conditions,
                point.locator,
              ]
                .filter(Boolean)
                .join('. ')}
            </title>
            {low != null && high != null && high > low && (
              <path d={`M${x},${scene.y(low)}V${scene.y(high)}`} stroke={colour} {...lineOf(basis)} />
            )}
            <BasisMark x={x} y={y} shape={shape} basis={basis} colour={colour} />
          </g>
        );
      })}
    </g>
  );
}
