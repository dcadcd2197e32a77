import { expect, it } from 'vitest';

import type { Value } from '@/api/types';

import { wearClasses, wearOf } from './wear-classes';

const value = (number: number | null, state: Value['state'] = 'evaluated'): Value => ({
  value: number,
  state,
  missing: [],
});

it('has a shape and a colour for each risk', () => {
  const shapes = [0.0099, 0.01, 0.0999, 0.1, 1].map((each) => wearOf(value(each)).shape);
  expect(shapes).toEqual(['circle', 'square', 'square', 'triangle', 'triangle']);
  expect(new Set([0, 0.05, 0.5].map((each) => wearOf(value(each)).colour)).size).toBe(3);
});

it('does not take what is not evaluated for safe', () => {
  expect(wearOf(value(null, 'does_not_apply')).shape).toBe('circle');
  expect(wearOf(value(null, 'not_evaluated')).shape).toBe('diamond');
});

it('explains the signs that are drawn', () => {
  expect(wearClasses([value(0.2), value(0), value(0.3)]).map((each) => each.shape)).toEqual([
    'circle',
    'triangle',
  ]);
});
