import { describe, expect, it } from 'vitest';

import type { QuoteLine, QuoteReading } from '@/api/types';

import { type Common, partOf, pricesOfQuote } from './quote-prices';

const COMMON: Common = { quote: '', source: '', currency: 'EUR', date: '2026-11', validUntil: '' };

const line = (number: number, more: Partial<QuoteLine> = {}): QuoteLine => ({
  line: number,
  kind: 'part',
  part_number: 'PN-1',
  description: 'a drive',
  quantity: 4,
  unit_price: 100,
  currency: null,
  discount_share: null,
  date: null,
  part: 'drives/x',
  candidates: [],
  ...more,
});

const read = (lines: QuoteLine[], common: Partial<Common> = {}, picked = {}) =>
  pricesOfQuote({ lines } as QuoteReading, picked, { ...COMMON, ...common });

const price = { part: 'drives/x', price: 100, currency: 'EUR', date: '2026-11' };

describe('the price of a line', () => {
  it.each<[string, Partial<QuoteLine>, Partial<Common>, object]>([
    ['has the currency and date of the quote', {}, {}, price],
    [
      'has its own currency, date and discount where it says them',
      { currency: 'USD', date: '2026-10-01', discount_share: 0.4 },
      {},
      { ...price, currency: 'USD', date: '2026-10-01', discount_share: 0.4 },
    ],
    [
      'has the source, number and end of the quote',
      {},
      { quote: 'Q-7', source: 'a reseller', validUntil: '2026-12-31' },
      { ...price, quote: 'Q-7', source: 'a reseller', valid_until: '2026-12-31' },
    ],
    ['may be nothing', { unit_price: 0 }, {}, { ...price, price: 0 }],
  ])('%s', (_, more, common, expected) => {
    expect(read([line(1, more)], common)).toEqual({ prices: [expected], problem: null });
  });

  it.each<[string, Partial<QuoteLine>, Record<number, string | null>]>([
    ['no part is found', { part: null }, {}],
    ['somebody took its part away', {}, { 1: null }],
    ['it says no price', { unit_price: null }, {}],
  ])('is left out where %s', (_, more, picked) => {
    expect(read([line(1, more)], {}, picked).prices).toEqual([]);
  });

  it('is that of the part that somebody chose', () => {
    expect(read([line(1)], {}, { 1: 'drives/y' }).prices).toEqual([{ ...price, part: 'drives/y' }]);
    expect([partOf(line(1), {}), partOf(line(1), { 2: null }), partOf(line(1), { 1: null })]).toEqual([
      'drives/x',
      'drives/x',
      null,
    ]);
  });
});

describe('what stands against a quote', () => {
  const TWICE = 'Line 2 is a part that another line has at another price: choose one of them.';
  const CURRENCY = 'The currency is three letters, such as EUR.';
  const DATE = 'A date is written like 2026-11-20, 2026-11 or 2026.';

  it.each<[string, Partial<QuoteLine>, Partial<Common>, string | null]>([
    ['one part twice at one price is the same price', {}, {}, null],
    ['one part at two prices', { unit_price: 101 }, {}, TWICE],
    ['one part in two currencies', { currency: 'USD' }, {}, TWICE],
    ['another part may cost something else', { part: 'drives/y', unit_price: 101 }, {}, null],
    ['a currency in words', {}, { currency: 'Euro' }, CURRENCY],
    ['a date that is none', {}, { date: '20.11.2026' }, DATE],
    ['no date', {}, { date: '' }, DATE],
    ['an end that is no date', {}, { validUntil: 'Friday' }, DATE],
    ['a date hides what comes before it', { unit_price: 101 }, { currency: 'Euro', date: '' }, DATE],
  ])('%s', (_, second, common, problem) => {
    expect(read([line(1), line(2, second)], common).problem).toBe(problem);
  });
});
