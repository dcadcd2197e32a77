import { describe, expect, it } from 'vitest';

import type { ConfigurationResult, Result } from '@/api/types';
import { formatMoneyShort } from '@/lib/format';

import { partsLine, signed, yearsOf } from './money-differences';

const total = (text: string) => ({ name: 'total', text, value: 1 });

const charts = (configuration: string, more: object) =>
  ({
    decision: { charts: { totals: [{ configuration, total: total('at least 1 k'), ...more }] } },
  }) as unknown as Result;

describe('the parts of what a configuration costs', () => {
  const configuration = {
    key: 'b',
    name: 'B',
    cost_parts: [{ amount: { value: 1_000 } }, { amount: { value: null } }],
  } as ConfigurationResult;
  const result = charts('b', { difference: total('+600'), parts_apart: [700, -100] });

  it.each([
    [false, [1_000, null], 'at least 1 k'],
    [true, [700, -100], '+600'],
  ])('are those of the answer (as difference: %s)', (differs, amounts, end) => {
    expect(partsLine(configuration, result, differs)).toEqual({ name: 'B', amounts, total: end });
  });

  it('have no end without the words of the answer', () => {
    expect(partsLine(configuration, {}, true)).toEqual({ name: 'B', amounts: [], total: '' });
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
  const flowing = (
    key: string,
    flows: [year: number, amount: number | null, cumulative: number | null][],
  ) => ({
    key,
    cash_flow: flows.map(([year, amount, cumulative]) => ({
      year,
      amount: { value: amount },
      cumulative: { value: cumulative },
    })),
  });
  const configurations = [
    flowing('a', [
      [0, 100, 100],
      [1, 10, 110],
    ]),
    flowing('b', [
      [0, 70, 70],
      [1, null, null],
      [2, 5, 75],
    ]),
  ];

  it('has every year of any configuration once', () => {
    expect(yearsOf({ configurations } as Result, false)).toEqual([
      { year: 0, amounts: [100, 70], cumulative: [100, 70] },
      { year: 1, amounts: [10, null], cumulative: [110, null] },
      { year: 2, amounts: [null, 5], cumulative: [null, 75] },
    ]);
  });

  it('is apart from the reference as the answer says', () => {
    const apart = charts('b', { years_apart: [{ year: 0, amount: -30, cumulative: -30 }] });
    expect(yearsOf({ ...apart, configurations } as Result, true)).toEqual([
      { year: 0, amounts: [null, -30], cumulative: [null, -30] },
    ]);
  });
});
