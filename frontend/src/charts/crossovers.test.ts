import { expect, it } from 'vitest';

import type { Result } from '@/api/types';

import { turnsOf } from './crossovers';

const result = (crossovers: (object | null)[]) =>
  ({
    configurations: crossovers.map((crossover, at) => ({ key: `c${String(at)}`, crossover })),
  }) as unknown as Result;

it('marks the months in which sums cross, and nothing of those that never do', () => {
  const crossings = result([null, { text: '', month: 25, year: 3 }, { text: '', month: null, year: null }]);
  expect(turnsOf(crossings)).toEqual([{ index: 1, key: 'c1', month: 25, year: 3 }]);
});
