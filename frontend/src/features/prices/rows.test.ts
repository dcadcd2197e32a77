import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { PartPrice, Plan } from '@/api/types';
import { plan } from '@/test-fixtures/plan';

import {
  currenciesWithoutRate,
  currencyOf,
  isCurrency,
  isDate,
  keyOf,
  merged,
  pricesOf,
  usualDate,
  withPrices,
  withPricesAndRates,
} from './rows';

const price = (part: string, amount: number, currency = 'EUR'): PartPrice => ({
  part,
  price: amount,
  currency,
  date: '2026-11',
});
const RATE = { currency: 'USD', rate: 0.9, date: '2026-11' };
const withEconomics = (economics: Plan['economics']): Plan => ({ ...plan, economics });

describe('prices put together', () => {
  it.each<[string, [string, number][], [string, number][], [string, number][]]>([
    [
      'new ones come last',
      [['a', 1]],
      [['b', 2]],
      [
        ['a', 1],
        ['b', 2],
      ],
    ],
    [
      'one of the same part takes its place',
      [
        ['a', 1],
        ['b', 2],
      ],
      [['a', 9]],
      [
        ['a', 9],
        ['b', 2],
      ],
    ],
    [
      'the last of the added ones counts',
      [['a', 1]],
      [
        ['a', 8],
        ['a', 9],
      ],
      [['a', 9]],
    ],
    ['none added', [['a', 1]], [], [['a', 1]]],
    ['none before', [], [['a', 1]], [['a', 1]]],
  ])('%s', (_, rows, added, expected) => {
    const priced = (list: [string, number][]) => list.map(([part, amount]) => price(part, amount));
    expect(merged(priced(rows), priced(added))).toEqual(priced(expected));
  });
});

describe('prices in currencies that the plan has no rate for', () => {
  it.each<[string, Plan['economics'], string[], string[]]>([
    ['its own needs none', { currency: 'EUR' }, ['EUR'], []],
    ['one that has a rate', { currency: 'EUR', exchange_rates: [RATE] }, ['USD', 'EUR'], []],
    ['each once', { currency: 'EUR' }, ['USD', 'GBP', 'USD'], ['USD', 'GBP']],
    ['a plan without a currency is in dollars', undefined, ['USD', 'EUR'], ['EUR']],
  ])('%s', (_, economics, currencies, without) => {
    const rows = currencies.map((currency, index) => price(String(index), 1, currency));
    expect(currenciesWithoutRate(withEconomics(economics), rows)).toEqual(without);
  });
});

describe('a plan', () => {
  it('with prices has them, and none of them once there are none', () => {
    const priced = withPrices(plan, [price('a', 1)]);
    expect(pricesOf(priced)).toEqual([price('a', 1)]);
    const bare = withPrices(priced, []);
    expect(pricesOf(bare)).toEqual([]);
    expect(bare.economics).not.toHaveProperty('prices');
  });

  it('keeps its rates where prices come without any', () => {
    const rated = withPricesAndRates(plan, [price('a', 1)], [RATE]);
    expect(rated.economics).toMatchObject({ prices: [price('a', 1)], exchange_rates: [RATE] });
    expect(withPricesAndRates(rated, [], []).economics?.exchange_rates).toEqual([RATE]);
  });

  it('is in its currency, or in dollars', () => {
    expect([plan, withEconomics(undefined)].map(currencyOf)).toEqual(['EUR', 'USD']);
  });
});

describe('the usual date of a price', () => {
  beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-25T12:00:00Z') }));
  afterEach(() => vi.useRealTimers());

  it('is that for which the plan is priced, else today', () => {
    expect(usualDate(withEconomics({ priced_on: '2026-Q3' }))).toBe('2026-Q3');
    expect(usualDate(plan)).toBe('2026-11-25');
  });
});

it.each([
  ...['2026', '1999', '2026-11', '2026-11-20', '2026-12-31', '2026-Q4', '2026-H2'].map((text) => [
    text,
    true,
  ]),
  ...[
    '',
    '26',
    '2126',
    '2026-13',
    '2026-00',
    '2026-11-32',
    '2026-11-00',
    '2026-Q5',
    '2026-H3',
    '20.11.2026',
  ].map((text) => [text, false]),
] as [string, boolean][])('"%s" is a date: %j', (text, expected) => {
  expect(isDate(text)).toBe(expected);
});

it.each([
  ['EUR', true],
  ['eur', false],
  ['EURO', false],
  ['EU', false],
])('"%s" is a currency: %j', (text, expected) => {
  expect(isCurrency(text)).toBe(expected);
});

it.each([
  ['Reseller 2026', 'reseller-2026'],
  ['  Reseller & Sons! ', 'reseller-sons'],
  ['***', 'prices'],
  [`${'a'.repeat(79)} b`, 'a'.repeat(79)],
])('the key of "%s" is "%s"', (name, key) => {
  expect(keyOf(name)).toBe(key);
});
