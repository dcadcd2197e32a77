import { expect, it } from 'vitest';

import type { CatalogueTable } from '@/api/types';
import { plan } from '@/test-fixtures/plan';

import { priceCell, quotedPrices, withCountedPrices } from './counted-prices';
import { editField } from './plan-edits';

const cell = (text: string, value: number | null = null, note = '') => ({ text, value, note });
const rowOf = (key: string, ...cells: ReturnType<typeof cell>[]) => ({
  key,
  name: key,
  picked_as: key,
  details: '',
  cells,
  sources: [],
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
    { key: 'price', label: 'Price', unit: '', filter: 'range' },
    { key: 'price_kind', label: 'Kind of price', unit: '', filter: 'set' },
  ],
  rows: [
    rowOf('a', cell('mixed-use'), cell('5,632 USD', 5632, 'estimate, Aug 2026'), cell('estimate')),
    rowOf('b', cell('mixed-use'), cell(''), cell('')),
  ],
  sources: [],
};
const WITH_QUOTE = editField(plan, '/economics/prices', [
  { part: 'drives/b', price: 1950, currency: 'USD', date: '2026-11-20' },
  { part: 'cpus/b', price: 1, currency: 'USD', date: '2026-11-20' },
]);

it('has prices first, those of offers before those of the catalogue', () => {
  const counted = withCountedPrices(TABLE, quotedPrices(WITH_QUOTE, 'drives'));
  expect(counted.columns.map(({ key }) => key)).toEqual(['price', 'class', 'price_kind']);
  expect(
    counted.rows.map((row) => row.cells.map(({ text, note }) => (note ? `${text} (${note})` : text))),
  ).toEqual([
    ['5,632 USD (estimate, Aug 2026)', 'mixed-use', 'estimate'],
    ['1,950 USD (quoted, Nov 2026)', 'mixed-use', 'quoted'],
  ]);
});

it('finds the price of a row, and what that buys of memory', () => {
  const [a, b] = TABLE.rows;
  if (!a || !b) throw new Error('no rows');
  expect(priceCell(TABLE, a)?.text).toBe('5,632 USD');
  expect(priceCell(TABLE, b)).toBeUndefined();
  expect(priceCell({ ...TABLE, kind: 'memory' }, a)?.text).toBe('5,632 USD a module');
});
