import { describe, expect, it } from 'vitest';

import type { Expansion, Price, Result, Value } from '@/api/types';
import { invented } from '@/test-fixtures/names';
import { result } from '@/test-fixtures/plan';

import { withCuresOnce } from './cures';
import { expansionMonths } from './expansion';
import { ageWords, priceLines } from './prices';

const lacking = (...missing: string[]): Value => ({ value: null, state: 'not_evaluated', missing });

describe('what is missing', () => {
  it('is named by the first that lacks it', () => {
    const values = withCuresOnce([
      [invented('servers'), lacking('/a', '/b')],
      [invented('absent'), undefined],
      [invented('support'), lacking('/a', '/b', '/c')],
      [invented('total'), lacking('/a', '/c')],
    ]);
    expect([...values].map(([name, each]) => [name, each.missing])).toEqual([
      ['servers', ['/a', '/b']],
      ['support', ['/c']],
      ['total', []],
    ]);
    expect(values.get('total')?.state).toBe('not_evaluated');
  });
});

describe('hosts bought later', () => {
  it('are listed by month, over all configurations', () => {
    const bought = (month: number, total: number): Expansion => ({ month, hosts: 1, total_hosts: total });
    const expansions = [
      [bought(8, 5), bought(33, 6)],
      [bought(20, 9), bought(8, 8)],
    ];
    const grown: Result = {
      ...result,
      configurations: result.configurations.map((each, place) => ({
        ...each,
        expansion: expansions[place] ?? [],
      })),
    };
    const months = expansionMonths(grown);
    expect(months.map((each) => each.month)).toEqual([8, 20, 33]);
    expect([...(months[0]?.bought.keys() ?? [])]).toEqual(['nand', 'optane']);
    expect(months[1]?.bought.get('optane')?.total_hosts).toBe(9);
  });
});

describe('the prices', () => {
  const price = (fields: Partial<Price>): Price => ({
    quantity: 'cpu_price',
    label: 'price of processor',
    unit: 'USD',
    configuration: 'nand',
    group: null,
    pointer: '/configurations/0/cpu/price',
    value: 2029,
    status: 'catalogue',
    kind: 'vendor-stated',
    source: 'launch',
    locator: null,
    note: null,
    date: '2021-04',
    confidence: 'press',
    age_months: 5,
    is_old: false,
    ...fields,
  });

  it('stand once where they are the same in several configurations', () => {
    const lines = priceLines([
      price({ quantity: 'electricity_price_per_kwh', configuration: null, value: 0.128 }),
      price({}),
      price({ configuration: 'optane', pointer: '/configurations/1/cpu/price' }),
      price({ configuration: 'other', value: 1800 }),
      price({ configuration: 'dated', date: '2020-01' }),
    ]);
    expect(lines.map((each) => each.configurations)).toEqual([[], ['nand', 'optane'], ['other'], ['dated']]);
  });

  it('say that they are old, or that nobody knows', () => {
    expect(ageWords(price({}))).toBeNull();
    expect(ageWords(price({ is_old: true, age_months: 67 }))).toBe('old: 67 months');
    expect(ageWords(price({ date: null, age_months: null }))).toBe('age unknown');
    expect(ageWords(price({ date: null, age_months: null, status: 'given' }))).toBeNull();
  });
});
