import { shapePath } from '@/lib/markers';

import { BASIS, type ChartBasis, lineOf, pointOf } from './basis';
import classes from './chart-frame.module.css';

interface Props {
  /** The bases in the chart: see `basesOf`. */
  bases: readonly ChartBasis[];
  /** Whether the chart shows points, lines or both of a basis; lines by default. */
  shows?: (basis: ChartBasis) => 'point' | 'line' | 'both';
}

/** What full, hollow and broken mean in this chart. */
export function BasisLegend({ bases, shows = () => 'line' }: Props) {
  return (
    <ul className={classes.legend} aria-label="Legend">
      {bases.map((basis) => (
        <li key={basis} title={BASIS[basis].meaning}>
          <BasisSign basis={basis} shows={shows(basis)} /> {BASIS[basis].label}
        </li>
      ))}
    </ul>
  );
}

function BasisSign({ basis, shows }: { basis: ChartBasis; shows: 'point' | 'line' | 'both' }) {
  // The legend explains the signs; `data-basis` stays with what is drawn.
  const { 'data-basis': _line, ...line } = lineOf(basis);
  const { 'data-basis': _point, ...point } = pointOf(basis, 'var(--ink-soft)');
  return (
    <svg width={22} height={10} viewBox="0 -5 22 10" aria-hidden="true" focusable="false">
      {shows !== 'point' && <path d="M1,0H21" stroke="var(--ink-soft)" strokeWidth={1.75} {...line} />}
      {shows !== 'line' && <path d={shapePath('circle', 3.5)} transform="translate(11,0)" {...point} />}
    </svg>
  );
}

interface MarkProps {
  x: number;
  y: number;
  shape: Parameters<typeof shapePath>[0];
  basis: ChartBasis;
  colour: string;
  radius?: number;
}

/** One point of a chart: its shape and colour say whose it is, full or hollow what it rests on. */
export function BasisMark({ x, y, shape, basis, colour, radius = 5 }: MarkProps) {
  const outline = { d: shapePath(shape, radius), transform: `translate(${String(x)},${String(y)})` };
  return (
    <>
      {BASIS[basis].pale && <path {...outline} fill="var(--surface)" />}
      <path {...outline} {...pointOf(basis, colour)} />
    </>
  );
}
