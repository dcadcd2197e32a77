import { describe, expect, it } from 'vitest';

import type { CatalogueColumn, LimitOffered } from '@/api/types';
import { plan } from '@/test-fixtures/plan';

import {
  askedOf,
  fieldsToVary,
  filtersOf,
  FIRST_QUESTION,
  limitAt,
  problemsAt,
  specOf,
  valuesOf,
  variedBy,
  withKept,
  withLimit,
  withPlatforms,
} from './question';

const hosts: LimitOffered = { quantity: 'hosts', end: 'most', label: 'Hosts, at most', unit: 'hosts' };
const life: LimitOffered = { quantity: 'flash_life_years', end: 'least', label: 'Life', unit: 'years' };

it('takes platforms in place of what they set', () => {
  const platforms = { name: 'Platform', options: [{ edits: {} }, { edits: { '/protection': null } }] };
  const memory = { field: '/memory/dram_gib', values: [512] };
  const protection = { name: 'Protection', options: [{ edits: { '/protection': 'raid6' } }] };
  expect(withPlatforms([memory, protection], platforms)).toEqual([platforms, memory]);
});

describe('a question', () => {
  it('leaves the usual choices to the server', () => {
    const asked = { plan, configuration: 'nand', question: FIRST_QUESTION };
    expect(askedOf(asked)).toEqual({ plan, configuration: 'nand', limits: [], within: 0.03 });
    const choices = [{ field: '/memory/dram_gib', values: [512] }];
    expect(askedOf({ ...asked, question: { ...FIRST_QUESTION, choices } }).choices).toEqual(choices);
    expect(askedOf({ ...asked, question: { ...FIRST_QUESTION, choices: [] } }).choices).toEqual([]);
    expect(askedOf({ ...asked, question: { ...FIRST_QUESTION, simulations: 1024 } }).simulations).toBe(1024);
  });

  it('keeps one limit for each quantity', () => {
    const limited = withLimit(withLimit(FIRST_QUESTION, hosts, 12), life, 8);
    expect(limited.limits).toEqual([
      { quantity: 'hosts', most: 12 },
      { quantity: 'flash_life_years', least: 8 },
    ]);
    expect(limitAt(limited, hosts)).toBe(12);
    expect(limitAt(limited, life)).toBe(8);
    expect(limitAt(FIRST_QUESTION, life)).toBeUndefined();
    expect(withLimit(limited, hosts, undefined).limits).toEqual([{ quantity: 'flash_life_years', least: 8 }]);
  });

  it('asks what else it is kept to, as fields of the search', () => {
    const question = withKept(withKept(FIRST_QUESTION, 'least_ghz', 3), 'vendors', ['AMD']);
    const asked = askedOf({ plan, configuration: 'nand', question });
    expect(asked).toMatchObject({ least_ghz: 3, vendors: ['AMD'] });
    const without = withKept(withKept(question, 'least_ghz', undefined), 'vendors', []);
    expect(without.kept).toEqual({});
    expect(withKept(withKept(without, 'old_prices', true), 'old_prices', false).kept).toEqual({});
  });

  it('says what is wrong at its place, and not what is wrong at another', () => {
    const problems = [
      { pointer: '/choices/1/rows/0/column', code: 'wrong_choice', message: 'There is no column colour.' },
      { pointer: '/choices/10', code: 'wrong_choice', message: 'Another one.' },
    ];
    expect(problemsAt(problems, '/choices/1')).toBe('There is no column colour.');
    expect(problemsAt(problems, '/choices/2')).toBeUndefined();
  });
});

describe('a field that may differ', () => {
  it('is of the layout, and does not vary yet', () => {
    const tails = (layout: string, varied: string[]) =>
      fieldsToVary(layout, varied).flatMap((each) => each.items.map((item) => item.value));
    expect(tails('two_tier', [])).toContain('/write_tier/key');
    expect(tails('single_tier', [])).not.toContain('/write_tier/key');
    expect(tails('single_tier', [])).toContain('/memory/dram_gib');
    expect(tails('single_tier', ['/memory/dram_gib'])).not.toContain('/memory/dram_gib');
    // Prices are figures of a part, and no choice of it.
    expect(tails('single_tier', []).filter((tail) => specOf(tail)?.kind === 'money')).toEqual([]);
  });

  it('is what its choice sets', () => {
    expect(variedBy({ field: '/cpu/key' })).toEqual(['/cpu/key']);
    const options = [{ edits: { '/memory/dram_gib': 512, '/memory/price': null } }];
    expect(variedBy({ name: 'Memory', options })).toEqual(['/memory/dram_gib', '/memory/price']);
  });

  it('takes numbers between semicolons, each once', () => {
    expect(valuesOf('768; 1,024;;768', 'number')).toEqual({ values: [768, 1024] });
    expect(valuesOf('12.5', 'share')).toEqual({ values: [0.125] });
    expect(valuesOf('4; many', 'integer').problem).toMatch(/^many: /);
    expect(valuesOf('4; 2.5', 'integer')).toMatchObject({ values: [], problem: '2.5: Whole numbers only.' });
  });

  it('takes rows by the filters of the catalogue', () => {
    const column = (key: string) => ({ key }) as CatalogueColumn;
    const where = { role: 'RI', size: { min: 3, max: 8 }, year: { min: 2024 }, price: true } as const;
    expect(filtersOf(where, ['price', 'role', 'size', 'year', 'other'].map(column))).toEqual([
      { column: 'price', known: true },
      { column: 'role', texts: ['RI'] },
      { column: 'size', low: 3, high: 8 },
      { column: 'year', low: 2024 },
    ]);
  });
});
