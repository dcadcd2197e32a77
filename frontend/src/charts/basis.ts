/**
 * What a drawn figure rests on, and how that looks: the same sign in every chart, and never by colour alone. Only what
 * was measured is drawn full and unbroken as a point; what nobody measured is broken or hollow, and named.
 */
import type { Basis, SeriesPoint } from '@/api/types';
import { BASES } from '@/lib/looks';

/** A kind of evidence: of a point, of a stretch of a line, of a limit. */
export type ChartBasis = keyof typeof BASES;

export interface BasisLook {
  /** The word for it, in legends and tables. */
  label: string;
  /** What the word means, shown on hover. */
  meaning: string;
  /** Pattern of its lines; none is unbroken. */
  dash: string | undefined;
  /** Whether its points are outlines only. */
  hollow: boolean;
  /** Whether its points are washed out: full, but not to be taken for more than they are. */
  pale: boolean;
}

const look = (key: ChartBasis, label: string, meaning: string): BasisLook => ({
  label,
  meaning,
  dash: BASES[key].dash.length > 0 ? BASES[key].dash.join(' ') : undefined,
  hollow: BASES[key].point === 'hollow',
  pale: BASES[key].point === 'pale',
});

export const BASIS: Record<ChartBasis, BasisLook> = {
  measured: look('measured', 'measured', 'Measured; the source is named.'),
  interpolated: look('interpolated', 'interpolated', 'Between measured points.'),
  extrapolated: look('extrapolated', 'extrapolated', 'Outside the measured range, with a wide band.'),
  single_point: look(
    'single_point',
    'single point',
    'A single measurement, which says nothing about other points.',
  ),
  'vendor-stated': look(
    'vendor-stated',
    'stated by the vendor',
    'In a datasheet or a paper of the vendor, without the measurement.',
  ),
  assumed: look('assumed', 'assumed', 'Not measured: an assumption.'),
  derived: look('derived', 'computed', 'Computed from other figures.'),
  entered: look('entered', 'entered', 'Entered without a source.'),
};

/** The order of a legend: from the strongest to the weakest. */
const ORDER = Object.keys(BASIS) as ChartBasis[];

/** The bases in use, each once, from the strongest to the weakest. */
export function basesOf(found: Iterable<ChartBasis | null | undefined>): ChartBasis[] {
  const there = new Set(found);
  return ORDER.filter((each) => there.has(each));
}

/** What a figure of a source rests on; the kinds of the API are bases by the same names. */
export function basisOfKind(kind: SeriesPoint['kind']): ChartBasis {
  return kind;
}

/** A stretch of a line that rests on one thing: drawn as one path. */
export interface Stretch<T> {
  basis: ChartBasis;
  points: T[];
}

/**
 * Cuts a line where what it rests on changes. Neighbours share the point between them, so that nothing is torn; a
 * stretch is only as good as the weaker of its ends. Where the model says nothing (`outside`, no value) is a gap.
 */
export function stretchesOf<T>(
  line: readonly T[],
  basisAt: (point: T) => Basis,
  valueAt: (point: T) => number | null,
): Stretch<T>[] {
  const stretches: Stretch<T>[] = [];
  let open: Stretch<T> | null = null;
  line.forEach((point, index) => {
    const before = line[index - 1];
    if (before === undefined || valueAt(point) === null || valueAt(before) === null) {
      open = null;
      return;
    }
    const basis = between(basisAt(before), basisAt(point));
    if (open?.basis === basis) open.points.push(point);
    else {
      open = { basis, points: [before, point] };
      stretches.push(open);
    }
  });
  return stretches;
}

function between(a: Basis, b: Basis): ChartBasis {
  for (const weak of ['extrapolated', 'single_point'] as const) {
    if (a === weak || b === weak) return weak;
  }
  // Between two measured points nothing was measured.
  return 'interpolated';
}

/** How a line of this basis is drawn, and how tests and readers of the page find out what it is. */
export function lineOf(basis: ChartBasis) {
  return { 'data-basis': basis, strokeDasharray: BASIS[basis].dash } as const;
}

/** How a point of this basis is drawn in a colour: full, or an outline on the page's background. */
export function pointOf(basis: ChartBasis, colour: string) {
  return {
    'data-basis': basis,
    fill: BASIS[basis].hollow ? 'var(--surface)' : colour,
    fillOpacity: BASIS[basis].pale ? 0.3 : 1,
    stroke: colour,
    strokeWidth: BASIS[basis].hollow || BASIS[basis].pale ? 1.75 : 1,
  } as const;
}
