/**
 * Charts as the server specifies them, in the form that the drawing library takes. Nothing is computed here: axes,
 * figures and marks are those of the specification, which the PDF draws, too.
 */
import type {
  Chart,
  ChartAxis,
  ChartMark,
  ChartSeries,
  ChartWords,
  Drawing,
  Reading,
  Result,
} from '@/api/types';

import { formatMoney } from '@/lib/format';

import type { ChartBasis } from './basis';

export type DrawnKey = Exclude<ChartWords['key'], 'months' | 'hosts'>;

/** A chart of a result; nothing where there is nothing to draw. */
export const chartOf = ({ decision }: Pick<Result, 'decision'>, key: DrawnKey): Chart | undefined =>
  decision?.charts?.drawn.find(({ words }) => words.key === key);

/** A chart as it is, or as differences to the reference where it has those. */
export const drawingOf = ({ drawn, apart }: Chart, asDifference: boolean): Drawing =>
  (asDifference ? apart : null) ?? drawn;

/** How the library is told of an axis. */
export function axisOf({ lowest, highest, ticks, logarithmic }: ChartAxis) {
  return {
    domain: [lowest, highest] as [number, number],
    ticks: ticks.map(({ value }) => value),
    tickFormatter: (value: number) => ticks.find((each) => each.value === value)?.text ?? '',
    ...(logarithmic && { scale: 'log' as const, allowDataOverflow: true }),
  };
}

/** How a line through a chart looks, by what it rests on: the horizon is chosen, a warranty is what the vendor says. */
export const basisOfMark = ({ kind }: ChartMark): ChartBasis =>
  kind === 'warranty' ? 'vendor-stated' : 'entered';

const isKnown = ({ unknown }: ChartSeries) => !unknown;
const valueOf = (reading: Reading | null | undefined) => reading?.value ?? null;

export interface Bar {
  name: string;
  /** Of each part of the cost. */
  amounts: (number | null)[];
  texts: string[];
  /** What is written at its end. */
  end: string;
  /** The same in full. */
  whole: string;
}

/** A sum in full, with the sign that it is written with. */
function wholeOf(end: ChartSeries['end']): string {
  if (end?.value == null) return end?.text ?? '';
  return `${end.text.startsWith('+') ? '+' : ''}${formatMoney(end.value)}`;
}

/** The stacked bars of a drawing, one for each configuration. */
export const barsOf = ({ series }: Drawing): Bar[] =>
  series.map(({ name, points, end }) => ({
    name,
    amounts: points.map(({ across }) => valueOf(across)),
    texts: points.map(({ across }) => across?.text ?? ''),
    end: end?.text ?? '',
    whole: wholeOf(end),
  }));

export interface Year {
  year: number;
  /** Of each series: what is paid in the year, and until then. */
  added: Reading[];
  cumulative: Reading[];
}

const NOTHING: Reading = { value: null, text: '' };

/** The corners of lines, year by year. */
export function yearsOf({ series }: Drawing): Year[] {
  const longest = series.reduce<ChartSeries['points']>(
    (found, { points }) => (points.length > found.length ? points : found),
    [],
  );
  return longest.map(({ across }, at) => ({
    year: valueOf(across) ?? at,
    added: series.map(({ points }) => points[at]?.added ?? NOTHING),
    cumulative: series.map(({ points }) => points[at]?.upright ?? NOTHING),
  }));
}

export interface Placed {
  /** Place of the configuration in the plan. */
  place: number;
  across: number;
  /** Where it is read at the upright axis; at none where that only tells configurations apart. */
  upright: number | null;
  /** How far its range goes to either side. */
  range: [number, number];
  text: string;
}

/** The points of a drawing, with the ranges of their lives; what is not known has none. */
export const placedOf = ({ series }: Drawing): Placed[] =>
  series.filter(isKnown).flatMap(({ place, points }) =>
    points.flatMap(({ across, upright, low, high }) => {
      const value = valueOf(across);
      const life = upright?.value ?? value;
      if (value === null || life === null) return [];
      const range: [number, number] = [life - (low?.value ?? life), (high?.value ?? life) - life];
      return [{ place, across: value, upright: valueOf(upright), range, text: across?.text ?? '' }];
    }),
  );

/** Why configurations are not drawn, each by name. */
export const absentOf = ({ series }: Drawing): string[] =>
  series.flatMap(({ name, unknown }) => (unknown ? [`${name}: ${unknown}`] : []));

/** The lines where sums cross that of the reference. */
export const crossingsOf = ({ marks }: Drawing): ChartMark[] =>
  marks.filter(({ kind }) => kind === 'crossover');
