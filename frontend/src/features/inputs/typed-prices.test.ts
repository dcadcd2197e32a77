import { describe, expect, it } from 'vitest';

import { plan } from '@/test-fixtures/plan';
import { setAt } from '@/plan/json-pointer';

import { ownCell, typedPrices } from './typed-prices';

const POINTER = '/configurations/0/capacity/price';
const MEMORY = '/configurations/0/memory/price';
const priced = setAt(setAt(plan, POINTER, 3400), MEMORY, 9000);

describe('prices that a plan has for a part', () => {
  it('are said with their currency, and whose they are', () => {
    expect(typedPrices(priced, [POINTER])).toMatchObject([
      { pointer: POINTER, text: '3,400 EUR', value: 3400, whose: 'your entry', note: 'entered' },
    ]);
  });

  it.each([
    ['imported', '2026-08', 'your quote', 'quoted, Aug 2026'],
    ['assumed', undefined, 'the plan', 'estimate'],
    ['illustrative', undefined, 'the plan', 'estimate'],
  ] as const)('that are %s have that kind', (status, date, whose, note) => {
    const remarked = { ...priced, remarks: { [POINTER]: { status, ...(date && { date }) } } };
    expect(typedPrices(remarked, [POINTER])).toMatchObject([{ whose, note }]);
  });

  it('are none of what the plan leaves to the catalogue, or of what is no price', () => {
    expect(typedPrices(plan, [POINTER])).toEqual([]);
    expect(typedPrices(priced, ['/configurations/0/name', '/configurations/0/capacity/count'])).toEqual([]);
  });
});

it('of one part is the price in the table, that of all memory is not', () => {
  expect(ownCell(typedPrices(priced, [MEMORY, POINTER]))).toEqual({
    text: '3,400 EUR',
    value: 3400,
    note: 'entered',
  });
  expect(ownCell(typedPrices(priced, [MEMORY]))).toBeUndefined();
  expect(ownCell([])).toBeUndefined();
});
