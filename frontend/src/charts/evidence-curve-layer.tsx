import type { MediumCurve, OpmCurves } from '@/api/types';
import { MEDIA } from '@/lib/media';

import { BASIS, lineOf } from './basis';
import { BasisMark } from './basis-legend';
import { basisOfPoint, lineOfCurve } from './evidence-curve-scene';
import { figureText } from './evidence-rows';
import { useScene } from './use-scene';

interface CurveProps {
  curve: MediumCurve;
  curves: OpmCurves;
}

/** One medium: the band, the line as far as it is known, and the points on top. */
export function Curve({ curve, curves }: CurveProps) {
  const scene = useScene();
  if (!scene) return null;
  const { colour, shape } = MEDIA[curve.medium];
  const at = (ratio: number, value: number | null) => `${scene.x(ratio)},${scene.y(value ?? 0)}`;
  return (
    <g>
      {lineOfCurve(curve).map(({ basis, points }) => (
        <g key={points[0]?.overcommit_ratio}>
          {points.some((each) => each.low_per_vm !== each.high_per_vm) && (
            <path
              d={`M${points.map((each) => at(each.overcommit_ratio, each.high_per_vm)).join('L')}L${[
                ...points,
              ]
                .reverse()
                .map((each) => at(each.overcommit_ratio, each.low_per_vm))
                .join('L')}Z`}
              fill={colour}
              fillOpacity={0.12}
              data-basis={basis}
              data-part="band"
            />
          )}
          <path
            d={`M${points.map((each) => at(each.overcommit_ratio, each.per_vm)).join('L')}`}
            fill="none"
            stroke={colour}
            strokeWidth={1.75}
            {...lineOf(basis)}
          />
        </g>
      ))}
      {curve.measured.map((point, place) => {
        const [x, y] = [scene.x(point.overcommit_ratio), scene.y(point.per_vm)];
        return (
          <g key={`${point.overcommit_ratio} ${String(place)}`}>
            <title>
              {`${curve.label}, ${figureText(point.overcommit_ratio, curves.x)}: ${figureText(point.per_vm, curves.y)}`}
            </title>
            <BasisMark x={x} y={y} shape={shape} basis={basisOfPoint(curve, point)} colour={colour} />
            {curve.single_point && place === 0 && (
              <text
                x={x}
                y={y + 20}
                textAnchor="middle"
                fontSize={11}
                fill="var(--ink)"
                stroke="var(--surface)"
                strokeWidth={3}
                paintOrder="stroke"
              >
                {BASIS.single_point.label}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}
