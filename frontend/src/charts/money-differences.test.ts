import { describe, expect, it } from 'vitest';

import type { ConfigurationResult, Result } from '@/api/types';
import { formatMoneyShort } from '@/lib/format';

import { apart, partsLine, signed, yearsOf } from './money-differences';

type Amounts = (number | null)[];

const costing = (name: string, amounts: Amounts) =>
  ({ name, cost_parts: amounts.map((value) => ({ amount: { value } })) }) as ConfigurationResult;

describe('the parts of what a configuration costs', () => {
  it.each<[string, Amounts, Amounts | null, Amounts, string]>([
    ['as they are', [1_000, 500], null, [1_000, 500], '1.5\u00a0k'],
    ['with one that is unknown', [1_000, null], null, [1_000, null], 'at least 1\u00a0k'],
    ['dearer than the reference', [1_000, 500], [400, 600], [600, -100], '+500'],
    ['cheaper than the reference', [400, 600], [1_000, 500], [-600, 100], '\u2212500'],
    ['equal to the reference', [1_000, 500], [500, 1_000], [500, -500], '0'],
    ['unknown here', [null, 500], [1_000, 400], [null, 100], 'not evaluated'],
    ['unknown of the reference', [1_000, 500], [null, 400], [null, 100], 'not evaluated'],
    ['that the reference does not have', [1_000, 500], [400], [600, null], 'not evaluated'],
  ])('%s', (_, own, reference, amounts, total) => {
    const other = reference ? costing('B', reference) : undefined;
    expect(partsLine(costing('A', own), other)).toEqual({ name: 'A', amounts, total });
  });
});

it.each([
  [2_500, '+2.5\u00a0k'],
  [-2_500, '\u22122.5\u00a0k'],
  [0, '0'],
])('a difference of %d is written with its sign', (value, text) => {
  expect(signed(value, formatMoneyShort)).toBe(text);
});

describe('money by year', () => {
  const flowing = (flows: [year: number, amount: number | null, cumulative: number | null][]) => ({
    cash_flow: flows.map(([year, amount, cumulative]) => ({
      year,
      amount: { value: amount },
      cumulative: { value: cumulative },
    })),
  });
  const configurations = [
    flowing([
      [0, 100, 100],
      [1, 10, 110],
    ]),
    flowing([
      [0, 70, 70],
      [1, null, null],
      [2, 5, 75],
    ]),
  ];
  const years = yearsOf({ configurations } as Result);

  it('has every year of any configuration once', () => {
    expect(years).toEqual([
      { year: 0, amounts: [100, 70], cumulative: [100, 70] },
      { year: 1, amounts: [10, null], cumulative: [110, null] },
      { year: 2, amounts: [null, 5], cumulative: [null, 75] },
    ]);
  });

  it.each([
    [0, 0, [0, -30], [0, -30]],
    [0, 1, [30, 0], [30, 0]],
    [1, 0, [0, null], [0, null]],
    // Nothing can be told apart from a reference that is unknown.
    [1, 1, [null, null], [null, null]],
    [0, 2, [null, null], [null, null]],
  ])('of year %d, apart from configuration %d', (year, reference, amounts, cumulative) => {
    const flows = years[year];
    expect(flows && apart(flows, reference)).toEqual({ year, amounts, cumulative });
  });
});
