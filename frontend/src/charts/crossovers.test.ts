import { expect, it } from 'vitest';

import type { Result } from '@/api/types';

import { turnsInWords, turnsOf } from './crossovers';

const result = (crossovers: (object | null)[]) =>
  ({
    configurations: crossovers.map((crossover, at) => ({ key: `c${String(at)}`, crossover })),
  }) as unknown as Result;

it('says when sums cross, of all configurations that are compared', () => {
  expect(
    turnsInWords(result([null, { text: 'B falls below A in month 25.' }, { text: 'C never does.' }])),
  ).toBe('. B falls below A in month 25. C never does.');
  expect(turnsInWords(result([null]))).toBe('');
});

it('marks the months in which they do, and nothing of those that never do', () => {
  const crossings = result([null, { text: '', month: 25, year: 3 }, { text: '', month: null, year: null }]);
  expect(turnsOf(crossings)).toEqual([{ index: 1, key: 'c1', month: 25, year: 3 }]);
});
