import { describe, expect, it } from 'vitest';

import type { Basis } from '@/api/types';

import { BASIS, basesOf, lineOf, pointOf, stretchesOf } from './basis';

type Point = [ratio: number, value: number | null, basis: Basis];

const stretches = (line: Point[]) =>
  stretchesOf(
    line,
    ([, , basis]) => basis,
    ([, value]) => value,
  ).map((each) => [each.basis, each.points.map(([ratio]) => ratio)]);

describe('stretches of a line', () => {
  it('end where what they rest on changes, and share that point', () => {
    expect(
      stretches([
        [1, 10, 'extrapolated'],
        [2, 10, 'measured'],
        [3, 9, 'interpolated'],
        [4, 8, 'measured'],
        [5, 6, 'extrapolated'],
      ]),
    ).toEqual([
      ['extrapolated', [1, 2]],
      ['interpolated', [2, 3, 4]],
      ['extrapolated', [4, 5]],
    ]);
  });

  it('leave a gap where the model says nothing', () => {
    expect(
      stretches([
        [1, null, 'outside'],
        [2, 10, 'single_point'],
        [3, null, 'outside'],
      ]),
    ).toEqual([]);
    expect(
      stretches([
        [1, 5, 'measured'],
        [2, 4, 'measured'],
        [3, null, 'outside'],
        [4, 3, 'measured'],
        [5, 2, 'measured'],
      ]),
    ).toEqual([
      ['interpolated', [1, 2]],
      ['interpolated', [4, 5]],
    ]);
  });

  it('between two measured points are not measured', () => {
    expect(stretches([[1, 5, 'measured'], [2, 4, 'measured']])).toEqual([['interpolated', [1, 2]]]); // prettier-ignore
  });
});

describe('the look of a basis', () => {
  it('says itself in the drawing', () => {
    expect(lineOf('extrapolated')['data-basis']).toBe('extrapolated');
    expect(pointOf('assumed', 'red')['data-basis']).toBe('assumed');
  });

  it('keeps the full sign for what was measured', () => {
    for (const basis of Object.keys(BASIS) as (keyof typeof BASIS)[]) {
      const full = pointOf(basis, 'red').fill === 'red' && pointOf(basis, 'red').fillOpacity === 1;
      expect(full, basis).toBe(basis === 'measured');
    }
    expect(lineOf('assumed').strokeDasharray).toBeDefined();
    expect(lineOf('extrapolated').strokeDasharray).toBeDefined();
    expect(lineOf('measured').strokeDasharray).toBeUndefined();
  });

  it('is listed once, the strongest first', () => {
    expect(basesOf(['assumed', 'measured', 'assumed', null, undefined])).toEqual(['measured', 'assumed']);
  });
});
