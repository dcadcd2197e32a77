import { describe, expect, it } from 'vitest';

import type { CatalogueTable } from '@/api/types';

import { catalogueSearch, shownRows, textsOf, withCondition } from './catalogue-search';

const row = (key: string, kind: string, size: number | null, price: number | null) => ({
  key,
  name: key.toUpperCase(),
  picked_as: key,
  details: '',
  cells: [
    { text: kind, value: null, note: '' },
    { text: size === null ? '' : String(size), value: size, note: '' },
    { text: price === null ? '' : `${String(price)} USD`, value: price, note: '' },
  ],
  sources: ['s'],
  date: '2026',
  confidence: 'datasheet',
  notes: '',
  old_price: false,
});

const TABLE: CatalogueTable = {
  version: '1',
  kind: 'drives',
  label: 'Drives',
  kinds: [],
  columns: [
    { key: 'class', label: 'Class', unit: '', filter: 'set' },
    { key: 'size', label: 'Capacity', unit: 'GB', filter: 'range' },
    { key: 'price', label: 'Price', unit: '', filter: 'known' },
  ],
  rows: [
    row('b10', 'mixed-use', 800, null),
    row('b2', 'read-intensive', 3840, 900),
    row('a', 'mixed-use', null, 500),
  ],
  sources: [],
};

const keys = (search: Parameters<typeof shownRows>[1]) => shownRows(TABLE, search).map((each) => each.key);

describe('shownRows', () => {
  it('sorts names as people count, and numbers with what is unknown last in either order', () => {
    expect(keys({})).toEqual(['a', 'b2', 'b10']);
    expect(keys({ falling: true })).toEqual(['b10', 'b2', 'a']);
    expect(keys({ by: 'size' })).toEqual(['b10', 'b2', 'a']);
    expect(keys({ by: 'size', falling: true })).toEqual(['b2', 'b10', 'a']);
    expect(keys({ by: 'gone' })).toEqual(['a', 'b2', 'b10']);
  });

  it('finds rows by words, one text, a range, and what is known', () => {
    expect(keys({ text: 'mixed 800' })).toEqual(['b10']);
    expect(keys({ where: { class: 'mixed-use' } })).toEqual(['a', 'b10']);
    expect(keys({ where: { size: { min: 800 } } })).toEqual(['b2', 'b10']);
    expect(keys({ where: { size: { max: 800 } } })).toEqual(['b10']);
    expect(keys({ where: { price: true, class: 'mixed-use' } })).toEqual(['a']);
    expect(keys({ where: { gone: 'x' } })).toHaveLength(3);
  });
});

describe('the address', () => {
  it('keeps what it understands and nothing else', () => {
    expect(
      catalogueSearch({
        text: 7450,
        by: 'size',
        falling: 'yes',
        where: { size: { min: 1, max: 'x' }, class: '', price: true, odd: [] },
        more: 1,
      }),
    ).toEqual({ text: '7450', by: 'size', where: { size: { min: 1 }, price: true } });
    expect(catalogueSearch({ where: null })).toEqual({});
  });

  it('changes one condition and leaves the others', () => {
    const search = withCondition({ text: 'x', where: { class: 'mixed-use' } }, 'size', { min: 5 });
    expect(search).toEqual({ text: 'x', where: { class: 'mixed-use', size: { min: 5 } } });
    expect(withCondition(search, 'class', undefined)).toEqual({ text: 'x', where: { size: { min: 5 } } });
    expect(withCondition({ where: { class: 'a' } }, 'class', undefined)).toEqual({});
  });
});

it('offers each text of a column once', () => {
  const [column] = TABLE.columns;
  if (column === undefined) throw new Error('no column');
  expect(textsOf(TABLE, column)).toEqual(['mixed-use', 'read-intensive']);
});
