/** One colour and one shape for each configuration, the same everywhere: on screen, on paper and in the workbook. */
import { CONFIGURATION_COLOURS, CONFIGURATION_SHAPES, type Shape, SHAPES } from './looks';

export interface Marker {
  colour: string;
  shape: Shape;
}

/** The marker of the configuration at a place of the plan. */
export function markerAt(index: number): Marker {
  const place = Math.max(0, index);
  return {
    colour: `var(--configuration-${place % CONFIGURATION_COLOURS})`,
    shape: CONFIGURATION_SHAPES[place % CONFIGURATION_SHAPES.length] ?? 'circle',
  };
}

type Point = readonly number[];

/** The points of a regular polygon around the origin; with `inner`, of a star. */
function polygon({
  corners,
  reach,
  turn,
  inner,
}: {
  corners: number;
  reach: number;
  turn: number;
  inner: number;
}) {
  const steps = inner === 1 ? corners : corners * 2;
  return Array.from({ length: steps }, (_, index): Point => {
    const angle = ((index * 360) / steps + turn) * (Math.PI / 180);
    const length = reach * (index % 2 === 1 ? inner : 1);
    return [length * Math.sin(angle), -length * Math.cos(angle)];
  });
}

/** The outline of a shape around the origin, as an SVG path; shapes of one radius look equally large. */
export function shapePath(shape: Shape, radius: number): string {
  // As smooth as can be, where paper has corners too small to be seen.
  if (shape === 'circle') {
    return `M${-radius},0a${radius},${radius} 0 1,0 ${radius * 2},0a${radius},${radius} 0 1,0 ${-radius * 2},0Z`;
  }
  const look = SHAPES[shape];
  const points: readonly Point[] = 'outline' in look ? look.outline : polygon(look);
  return `M${points.map((point) => point.map((each) => (each * radius).toFixed(2)).join(',')).join('L')}Z`;
}
