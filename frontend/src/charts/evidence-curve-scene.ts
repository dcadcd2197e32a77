/** What the chart of a model's curves shows: its bases, its ticks and its table. */
import type { Axis, CurvePoint, MeasuredPoint, MediumCurve, OpmCurves } from '@/api/types';
import { formatNumber, formatShare } from '@/lib/format';

import { BASIS, basesOf, basisOfKind, type ChartBasis, type Stretch, stretchesOf } from './basis';
import { axisText, figureText } from './evidence-rows';
import type { TableData } from './table-data';

/** The line of a curve, cut where what it rests on changes. */
export function lineOfCurve(curve: MediumCurve): Stretch<CurvePoint>[] {
  return stretchesOf(
    curve.line,
    (point) => point.basis,
    (point) => point.per_vm,
  );
}

/** What a point rests on: one that stands alone says nothing of other ratios. */
export function basisOfPoint(curve: MediumCurve, point: MeasuredPoint): ChartBasis {
  return curve.single_point && point.kind === 'measured' ? 'single_point' : basisOfKind(point.kind);
}

/** What the drawn signs of some curves rest on. */
export function basesIn(curves: readonly MediumCurve[]): ChartBasis[] {
  return basesOf(
    curves.flatMap((curve): ChartBasis[] => [
      ...curve.measured.map((each) => basisOfPoint(curve, each)),
      ...lineOfCurve(curve).map((each) => each.basis),
    ]),
  );
}

const STEPS = [0.25, 0.5, 1, 2, 5, 10, 20];
const MOST_TICKS = 8;

/** Round ratios around everything that is drawn. */
export function ratioTicksOf(curves: readonly MediumCurve[]): number[] {
  const ratios = curves.flatMap((curve) => curve.line.map((each) => each.overcommit_ratio));
  if (ratios.length === 0) return [0, 1];
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)];
  const step = STEPS.find((each) => (high - low) / each <= MOST_TICKS) ?? 50;
  const first = Math.floor(low / step);
  const count = Math.ceil(high / step) - first + 1;
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}

/** The points as they were measured, and as much of the line as a table can hold. */
export function tableOf({ curves, x, y }: OpmCurves): TableData {
  const exact = (value: number | null | undefined) =>
    value === null || value === undefined ? '' : figureText(value, y);
  const rough = (value: number | null) => (value === null ? '' : roughText(value, y));
  return {
    columns: [axisText(x), 'Medium', axisText(y), 'At least', 'At most', 'Basis'],
    rows: curves.flatMap((curve) => [
      ...curve.measured.map((point) => ({
        label: figureText(point.overcommit_ratio, x),
        cells: [
          curve.label,
          exact(point.per_vm),
          exact(point.low_per_vm),
          exact(point.high_per_vm),
          BASIS[basisOfPoint(curve, point)].label,
        ],
      })),
      ...sampled(curve).map((point) => ({
        label: figureText(point.overcommit_ratio, x),
        cells: [
          curve.label,
          rough(point.per_vm),
          rough(point.low_per_vm),
          rough(point.high_per_vm),
          point.basis === 'outside' ? '' : BASIS[point.basis].label,
        ],
      })),
    ]),
  };
}

/** What nobody measured needs no six digits. */
function roughText(value: number, axis: Axis): string {
  return axis.unit.startsWith('share') ? formatShare(value) : `${formatNumber(value)} ${axis.unit}`;
}

const EVERY = 12;

/** What was not measured, at regular ratios. */
function sampled(curve: MediumCurve): CurvePoint[] {
  return curve.line.filter(
    (each, index) => index % EVERY === 0 && (each.basis === 'interpolated' || each.basis === 'extrapolated'),
  );
}
