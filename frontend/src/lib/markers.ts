/** One colour and one shape for each configuration, the same everywhere. Colours by Okabe and Ito. */
export const SHAPES = [
  'circle',
  'square',
  'triangle',
  'diamond',
  'wedge',
  'cross',
  'star',
  'hexagon',
] as const;
export type Shape = (typeof SHAPES)[number];

export interface Marker {
  colour: string;
  shape: Shape;
}

const COLOURS = 7;

/** The marker of the configuration at a place of the plan. */
export function markerAt(index: number): Marker {
  const place = Math.max(0, index);
  return {
    colour: `var(--configuration-${place % COLOURS})`,
    shape: SHAPES[place % SHAPES.length] ?? 'circle',
  };
}

function polygon(radius: number, points: number, turn: number, inner = 1): string {
  const steps = inner === 1 ? points : points * 2;
  const corners = Array.from({ length: steps }, (_, index) => {
    const angle = ((index * 360) / steps + turn) * (Math.PI / 180);
    const reach = radius * (inner !== 1 && index % 2 === 1 ? inner : 1);
    return `${(reach * Math.sin(angle)).toFixed(2)},${(-reach * Math.cos(angle)).toFixed(2)}`;
  });
  return `M${corners.join('L')}Z`;
}

/** The outline of a shape around the origin, as an SVG path; shapes of one radius look equally large. */
export function shapePath(shape: Shape, radius: number): string {
  switch (shape) {
    case 'circle':
      return `M${-radius},0a${radius},${radius} 0 1,0 ${radius * 2},0a${radius},${radius} 0 1,0 ${-radius * 2},0Z`;
    case 'square':
      return polygon(radius * 1.25, 4, 45);
    case 'triangle':
      return polygon(radius * 1.3, 3, 0);
    case 'diamond':
      return polygon(radius * 1.3, 4, 0);
    case 'wedge':
      return polygon(radius * 1.3, 3, 180);
    case 'cross': {
      const [a, b] = [radius * 0.42, radius * 1.1];
      return `M${-a},${-b}H${a}V${-a}H${b}V${a}H${a}V${b}H${-a}V${a}H${-b}V${-a}H${-a}Z`;
    }
    case 'star':
      return polygon(radius * 1.4, 5, 0, 0.45);
    case 'hexagon':
      return polygon(radius * 1.1, 6, 0);
  }
}
