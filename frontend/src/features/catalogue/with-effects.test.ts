import { describe, expect, it } from 'vitest';

import type { CatalogueTable, Figure, OptionEffect, Options } from '@/api/types';

import { reasonsAgainst, withEffects } from './with-effects';

const TABLE: CatalogueTable = {
  version: '1',
  kind: 'drives',
  label: 'Drives',
  kinds: [],
  columns: [{ key: 'size', label: 'Capacity', unit: 'GB', filter: 'range' }],
  rows: ['a', 'b'].map((key) => ({
    key,
    name: key,
    picked_as: key,
    details: '',
    cells: [{ text: '800', value: 800, note: '' }],
    sources: [],
    date: '2026',
    confidence: 'datasheet',
    notes: '',
    old_price: false,
  })),
  sources: [],
};

const figure = (name: string, text: string, value: number): Figure => ({ name, text, value });

const FITS: OptionEffect = {
  configuration: 'one',
  fits: 'yes',
  hosts: figure('hosts', '12', 12),
  cost: figure('cost', '2.4 M', 2.4e6),
  against: figure('against', '+1 %', 0.01),
  life: figure('life', '11 y', 11),
  worn: figure('worn_out', '4 %', 0.04),
};
const FITS_NOT: OptionEffect = {
  configuration: 'one',
  fits: 'no',
  why_not: { code: 'drives_not_nvme', parts: ['NVMe only'] },
};

const options = (...effects: OptionEffect[][]): Options => ({
  kind: 'drives',
  currency: 'USD',
  horizon_years: 5,
  level: null,
  rows: effects.map((each, place) => ({ key: 'ab'.charAt(place), in_force: false, effects: each })),
});

const shown = (table: CatalogueTable) => ({
  heads: table.columns.map(({ label, unit }) => [label, unit].filter(Boolean).join(', ')),
  cells: table.rows.map((row) => row.cells.map(({ text, note }) => [text, note].filter(Boolean).join('; '))),
});

describe('withEffects', () => {
  it('puts hosts, cost, difference and life before the columns of the catalogue', () => {
    expect(shown(withEffects(TABLE, options([FITS], [FITS_NOT]), String))).toEqual({
      heads: ['Hosts', 'Cost, USD / 5 years', 'Against now', 'Flash life', 'Worn out', 'Capacity, GB'],
      cells: [
        ['12', '2.4 M', '+1 %', '11 y', '4 %', '800'],
        ['', '', '', '', '', '800'],
      ],
    });
  });

  it('leaves prices before the effects, beside the name', () => {
    const [size] = TABLE.columns;
    if (!size) throw new Error('no column');
    const priced = {
      ...TABLE,
      columns: [{ key: 'price', label: 'Price', unit: '', filter: 'range' as const }, size],
      rows: TABLE.rows.map((row) => ({
        ...row,
        cells: [{ text: '900 USD', value: 900, note: '' }, ...row.cells],
      })),
    };
    const { heads, cells } = shown(withEffects(priced, options([FITS], [FITS]), String));
    expect(heads.slice(0, 2)).toEqual(['Price', 'Hosts']);
    expect(heads.at(-1)).toBe('Capacity, GB');
    expect(cells[0]).toEqual(['900 USD', '12', '2.4 M', '+1 %', '11 y', '4 %', '800']);
  });

  it('names the configurations where there are several', () => {
    const both = [FITS, { ...FITS, configuration: 'two' }];
    const { heads } = shown(withEffects(TABLE, options(both, both), (key) => key.toUpperCase()));
    expect(heads).toEqual([
      ...['Hosts, ONE', 'Cost, USD / 5 years, ONE', 'Against now, ONE', 'Flash life, ONE', 'Worn out, ONE'],
      ...['Hosts, TWO', 'Cost, USD / 5 years, TWO', 'Against now, TWO', 'Flash life, TWO', 'Worn out, TWO'],
      'Capacity, GB',
    ]);
  });

  it('leaves the table as it is where no effects are known', () => {
    expect(withEffects(TABLE, undefined, String)).toBe(TABLE);
    expect(withEffects(TABLE, options([], []), String)).toBe(TABLE);
  });
});

it('says what speaks against a row, unless it fits one of several configurations', () => {
  const short: OptionEffect = { ...FITS, fits: 'short', why_not: { code: 'max_hosts', parts: ['Too many'] } };
  expect(reasonsAgainst(options([FITS], [FITS_NOT]))).toEqual(
    new Map([['b', { none: true, text: 'NVMe only' }]]),
  );
  expect(reasonsAgainst(options([short]))).toEqual(new Map([['a', { none: false, text: 'Too many' }]]));
  expect(reasonsAgainst(options([FITS, FITS_NOT]))).toEqual(new Map());
  expect(reasonsAgainst(undefined)).toEqual(new Map());
});
