import { describe, expect, it } from 'vitest';

import { catalogueOptions } from './catalogue-options';

function details(row: Record<string, unknown>): string | undefined {
  return catalogueOptions('licences', [{ key: 'x', product: 'X', edition: 'Y', ...row }])[0]?.details;
}

const price = { amount: 1176, currency: 'USD' };

describe('a memory module as an option', () => {
  it('says of which date and kind its price is', () => {
    const modules = catalogueOptions('memory', [
      { key: 'a', name: 'A', memory_type: 'DDR5 RDIMM', price: { ...price, basis: 'spot', date: '2025-12' } },
      { key: 'b', name: 'B', price_per_gib: { amount: 35.7, currency: 'USD', basis: 'street', date: null } },
    ]);
    expect(modules[0]?.details).toBe('DDR5 RDIMM · USD 1,176 (spot, 2025-12)');
    expect(modules[1]?.details).toContain('USD 35.7 per GiB (street, undated)');
  });
});

describe('a licence as an option', () => {
  it.each([
    [
      'a pack',
      { metric: 'core', price_buys_units: 16, billing: 'once' },
      'USD 1,176 per 16 cores, paid once',
    ],
    ['one core', { metric: 'core', price_buys_units: 1, billing: 'year' }, 'USD 1,176 per core and year'],
    [
      'one socket',
      { metric: 'socket', price_buys_units: 1, billing: 'month' },
      'USD 1,176 per socket and month',
    ],
    ['a pair', { metric: 'socket-pair', billing: 'year' }, 'USD 1,176 per pair of sockets and year'],
  ])('says what the price of %s buys, and for how long', (_, row, text) => {
    expect(details({ ...row, price })).toBe(text);
  });

  it('says what is counted where there is no price', () => {
    expect(details({ metric: 'tib', price_buys_units: 1, billing: 'year', price: null })).toBe(
      'per TiB and year',
    );
  });
});
