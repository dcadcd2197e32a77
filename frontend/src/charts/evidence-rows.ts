/** A series of the evidence library laid out for drawing: as rows of bars, or as points over a numeric axis. */
import type { Axis, Series, SeriesLine, SeriesPoint } from '@/api/types';
import { formatExact, formatShare } from '@/lib/format';

export interface BarRow {
  label: string;
  /** Key of the line that the row is of, where it is of one. */
  line?: string;
  /** One figure for each of the drawn lines; null where a line has none here. */
  points: (SeriesPoint | null)[];
}

export interface Bars {
  /** What the bars of a row are; a single unnamed one where the rows say it all. */
  lines: { key: string; label: string }[];
  rows: BarRow[];
}

const isShare = (axis: Axis) => axis.unit.startsWith('share');

/** Does not break before its second part. */
const TO_ONE = '\u00a0:\u00a01';

const unitText = (unit: string) => unit.replace(/^us$/, '\u00b5s');

/** A figure in the unit of its axis, as it stands in the source. */
export function figureText(value: number, axis: Axis): string {
  if (isShare(axis)) return formatShare(value);
  if (axis.unit === 'ratio') return formatExact(value) + TO_ONE;
  return `${formatExact(value)} ${unitText(axis.unit)}`.trim();
}

/** What an axis shows, with its unit. */
export function axisText({ label, unit }: Axis): string {
  if (unit === '' || unit === 'ratio' || unit === label) return label;
  // "transactions, transactions/min" says it twice.
  if (label !== '' && unit.startsWith(label)) return unit;
  return `${label}, ${unitText(unit.replace(/^share/, '%'))}`;
}

/** The figure with the bounds that the source gives. */
export function boundedText(point: SeriesPoint, axis: Axis): string {
  const text = figureText(point.y, axis);
  const low = point.low ?? null;
  const high = point.high ?? null;
  if (low === null && high === null) return text;
  if (low === point.y && high === null) return `${text} or more`;
  if (high === point.y && low === null) return `${text} or less`;
  const [from, to] = [low ?? point.y, high ?? point.y];
  return from === to ? text : `${figureText(from, axis)} to ${figureText(to, axis)}`;
}

const places = (line: SeriesLine) => new Set(line.points.map((each) => each.x));

/** Whether a series says how something changes along a numeric axis; single figures stand side by side instead. */
export function hasCourse(series: Series): boolean {
  return (
    series.topic !== 'single_figures' &&
    series.lines.some(
      (line) =>
        !line.reference &&
        places(line).size > 1 &&
        line.points.every((each) => each.x !== null && each.x !== undefined),
    )
  );
}

/** The rows of a series without a course. */
export function barsOf(series: Series): Bars {
  const { lines } = series;
  const categories = [...new Set(lines.flatMap((line) => line.points.map((each) => each.category ?? null)))];
  const everyOneNamed = !categories.includes(null);
  const once = lines.every(
    (line) => new Set(line.points.map((each) => each.category)).size === line.points.length,
  );
  const shared =
    lines.length > 1 && lines.some((line) => line.points.some((each) => each.category !== line.label));
  if (everyOneNamed && once && shared) {
    return {
      lines: lines.map(({ key, label }) => ({ key, label })),
      rows: categories.map((category) => ({
        label: category ?? '',
        points: lines.map((line) => line.points.find((each) => each.category === category) ?? null),
      })),
    };
  }
  return {
    lines: [{ key: '', label: '' }],
    rows: lines.flatMap((line) =>
      line.points.map((point) => ({
        label: rowLabel(line, point, series.x, lines.length),
        line: line.key,
        points: [point],
      })),
    ),
  };
}

function rowLabel(line: SeriesLine, point: SeriesPoint, x: Axis, lines: number): string {
  const place = point.category ?? (point.x === null || point.x === undefined ? '' : figureText(point.x, x));
  if (place === '' || place === line.label) return line.label;
  return point.category !== null && point.category !== undefined && lines === 1
    ? place
    : `${line.label}, ${place}`;
}

/** What a chart shows; a title that says it already is not repeated. */
export function subtitleOf({ name, y }: Pick<Series, 'name' | 'y'>): string {
  const same = name.toLowerCase() === y.label.toLowerCase();
  return (same && axisText({ label: '', unit: y.unit }).replace(/^, /, '')) || axisText(y);
}

/** Where a series is from, in one line; nothing where nobody says so. */
export function sourceOf({ citations, locator }: Pick<Series, 'citations' | 'locator'>): string | undefined {
  if (citations.length === 0) return undefined;
  return `Source: ${citations.map(({ citation }) => [citation, locator].filter(Boolean).join(', ')).join('; ')}`;
}

/** Both ends of an axis that leaves some room around its values. */
export function roomAround(values: readonly number[], share = 0.1): [number, number] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const margin = (most - least || most || 1) * share;
  return [least - margin, most + margin];
}
