import type { OpmCurves, Series } from '@/api/types';

import { BASIS, basesOf, basisOfKind, type ChartBasis } from './basis';
import { BasisLegend } from './basis-legend';
import { ChartFrame } from './chart-frame';
import { EvidenceBars } from './evidence-bars';
import EvidenceCurves from './evidence-curves';
import { LineLegend } from './evidence-legend';
import { EvidencePoints } from './evidence-points';
import {
  axisText,
  type Bars,
  barsOf,
  boundedText,
  figureText,
  hasCourse,
  sourceOf,
  subtitleOf,
} from './evidence-rows';
import type { TableData } from './table-data';

interface Props {
  series: Series;
  /** The model's curve through the points, where the series belongs to a model. */
  curves: OpmCurves | undefined;
}

/** A series of the evidence library: its figures as they stand in the source. */
export default function EvidenceChart({ series, curves }: Props) {
  const { name, x, y, lines } = series;
  const course = hasCourse(series);
  if (course && curves)
    return <EvidenceCurves title={name} curves={curves} height={240} source={sourceOf(series)} />;
  const bars = barsOf(series);
  const drawn = lines.filter((each) => !each.reference);
  const bases = basesOf([
    ...lines.flatMap((each) => each.points.map((point) => basisOfKind(point.kind))),
    ...(course && drawn.some((each) => each.points.length > 1) ? (['interpolated'] as const) : []),
  ]);
  const named = course ? drawn : bars.lines;
  return (
    <ChartFrame
      title={name}
      description={course ? `${subtitleOf(series)}, over ${x.label}` : subtitleOf(series)}
      legend={
        <>
          {named.length > 1 && <LineLegend lines={named} />}
          <BasisLegend bases={bases} shows={signOf} />
        </>
      }
      source={sourceOf(series)}
      table={course ? courseTable(series) : barsTable(series, bars)}
    >
      {course ? <EvidencePoints series={series} /> : <EvidenceBars bars={bars} y={y} />}
    </ChartFrame>
  );
}

const signOf = (basis: ChartBasis) => (basis === 'interpolated' ? ('line' as const) : ('point' as const));

function courseTable({ x, y, lines }: Series): TableData {
  return {
    columns: [axisText(x), 'Line', axisText(y), 'Basis'],
    rows: lines.flatMap((line) =>
      line.points.map((point) => ({
        label: point.x === null || point.x === undefined ? '' : figureText(point.x, x),
        cells: [line.label, boundedText(point, y), BASIS[basisOfKind(point.kind)].label],
      })),
    ),
  };
}

function barsTable({ y }: Series, bars: Bars): TableData {
  const named = bars.lines.length > 1;
  return {
    columns: ['Figure', ...(named ? ['Line'] : []), axisText(y), 'Basis'],
    rows: bars.rows.flatMap((row) =>
      row.points.flatMap((point, index) =>
        point
          ? {
              label: row.label,
              cells: [
                ...(named ? [bars.lines[index]?.label ?? ''] : []),
                boundedText(point, y),
                BASIS[basisOfKind(point.kind)].label,
              ],
            }
          : [],
      ),
    ),
  };
}
