import { describe, expect, it } from 'vitest';

import { CONFIGURATION_COLOURS, CONFIGURATION_SHAPES } from './looks';
import { markerAt, shapePath } from './markers';

describe('the marker of a configuration', () => {
  it.each([
    [0, 0, 'circle'],
    [1, 1, 'square'],
    [6, 6, 'star'],
    // There are fewer colours than shapes: the eighth is told from the first by its shape.
    [7, 0, 'hexagon'],
    [8, 1, 'circle'],
    [-1, 0, 'circle'],
  ])('at %d has colour %d and is a %s', (index, colour, shape) => {
    expect(markerAt(index)).toEqual({ colour: `var(--configuration-${String(colour)})`, shape });
  });

  it('is of its own for as many as colours and shapes can tell apart', () => {
    const most = CONFIGURATION_COLOURS * CONFIGURATION_SHAPES.length;
    const markers = Array.from({ length: most }, (_, index) => JSON.stringify(markerAt(index)));
    expect(new Set(markers).size).toBe(most);
  });
});

describe('the outline of a shape', () => {
  it.each([
    ['circle', 'M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0Z'],
    ['diamond', 'M0.00,-5.20L5.20,-0.00L0.00,5.20L-5.20,0.00Z'],
    ['triangle', 'M0.00,-5.20L4.50,2.60L-4.50,2.60Z'],
    ['wedge', 'M0.00,5.20L-4.50,-2.60L4.50,-2.60Z'],
  ] as const)('%s', (shape, path) => {
    expect(shapePath(shape, 4)).toBe(path);
  });

  it('of a star goes in between its corners, that of a cross is drawn as it is', () => {
    const star = shapePath('star', 10).match(/-?[\d.]+,-?[\d.]+/g) ?? [];
    const lengths = star.map((point) => Math.hypot(...point.split(',').map(Number)).toFixed(1));
    expect(lengths).toEqual(Array.from({ length: 5 }, () => ['14.0', '6.3']).flat());
    expect(shapePath('cross', 10)).toMatch(/^M-4\.20,-11\.00L4\.20,-11\.00L4\.20,-4\.20L/);
  });
});
