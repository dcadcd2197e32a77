import { describe, expect, it } from 'vitest';

import type { EvidenceLibrary, Series } from '@/api/types';

import { countsOf, partNamed, partOfAddress } from './evidence-parts';

const series = (key: string, origin: Series['origin']): Series => ({
  key,
  name: key,
  topic: 'drives',
  origin,
  kind: 'measured',
  citations: [],
  x: { label: 'x', unit: 'ratio' },
  y: { label: 'y', unit: 'OPM' },
  lines: [],
});

const library: EvidenceLibrary = {
  version: '1',
  series: [series('printed', 'built_in'), series('ours', 'own')],
  discrepancies: [],
  left_out: [],
};

it.each([
  ['data', 'data'],
  ['own', 'own'],
  ['add', null],
  ['', null],
])('the page "%s" is %j', (name, part) => {
  expect(partNamed(name)).toBe(part);
});

describe('an address of before there were pages', () => {
  it.each([
    ['studies', 'studies'],
    ['own', 'own'],
    ['printed', 'data'],
    ['ours', 'own'],
    ['topic-read_cache', 'data'],
    ['topic-nothing', null],
    ['discrepancies', null],
    ['', null],
  ])('#%s leads to %j', (hash, part) => {
    expect(partOfAddress(library, {}, hash)).toBe(part);
  });

  it('with a topic leads to the data, unless it names a place', () => {
    expect(partOfAddress(library, { topic: 'drives' }, '')).toBe('data');
    expect(partOfAddress(library, { topic: 'drives' }, 'discrepancies')).toBeNull();
  });
});

it('each page has a number, and corrections count what was left out', () => {
  const item = { key: 'k', citations: [], locator: '', printed: '', quantity: '', reason: '' };
  const counts = countsOf({
    own: [series('ours', 'own')],
    topics: [{ topic: 'drives', series: [series('a', 'built_in'), series('b', 'built_in')] }],
    discrepancies: [],
    leftOut: [item],
  });
  expect(counts).toEqual({ corrections: 1, studies: null, data: 2, own: 1 });
});
