import { describe, expect, it } from 'vitest';

import type { Citation, EvidenceLibrary, Series } from '@/api/types';

import { filterFrom, shownOf, sourcesOf } from './evidence-filter';

const paper: Citation = { key: 'PAPER13', citation: 'A paper, 2013' };
const series = (rest: Partial<Series>): Series => ({
  key: 'k',
  name: 'n',
  topic: 'memory',
  origin: 'built_in',
  kind: 'measured',
  citations: [paper],
  x: { label: 'memory overcommitment', unit: 'ratio' },
  y: { label: 'operations', unit: 'OPM' },
  lines: [
    { key: 'l', label: 'local SSD', points: [{ y: 1, kind: 'measured', conditions: '2 VMs of 8 GB' }] },
  ],
  ...rest,
});

const library: EvidenceLibrary = {
  version: '1',
  series: [
    series({ key: 'swap', name: 'Swap' }),
    series({
      key: 'drive',
      name: 'Drive',
      topic: 'drives',
      citations: [{ key: 'OTHER', citation: 'Other' }],
    }),
    series({ key: 'ours', name: 'Ours', origin: 'own', citations: [{ citation: 'our lab' }] }),
  ],
  discrepancies: [
    {
      source: paper,
      items: [
        {
          key: 'paper-1',
          severity: 'error',
          about: 'Hosts',
          printed: '3',
          explanation: 'e',
          treatment: 'Rounds up',
          against: [],
        },
        {
          key: 'paper-2',
          severity: 'label',
          about: 'Figure',
          printed: '9',
          explanation: 'e',
          treatment: 'Cites 11',
          against: [],
        },
      ],
    },
  ],
  left_out: [
    { key: 'lo', quantity: 'Clock time', printed: '09:10', reason: 'r', locator: 'l', citations: [paper] },
  ],
};

describe('the filter of the evidence', () => {
  it('without wishes shows all, own measurements apart', () => {
    const shown = shownOf(library, {});
    expect(shown.own.map((each) => each.key)).toEqual(['ours']);
    expect(shown.topics.map((each) => [each.topic, each.series.length])).toEqual([
      ['memory', 1],
      ['drives', 1],
    ]);
    expect(shown.discrepancies[0]?.items).toHaveLength(2);
    expect(shown.leftOut).toHaveLength(1);
  });

  it('narrows by topic, source and words, in any order of the words', () => {
    expect(shownOf(library, { topic: 'drives' }).topics.map((each) => each.topic)).toEqual(['drives']);
    const bySource = shownOf(library, { source: 'OTHER' });
    expect(bySource.topics.map((each) => each.topic)).toEqual(['drives']);
    expect(bySource.discrepancies).toEqual([]);
    expect(shownOf(library, { text: '8 gb ssd' }).topics).toHaveLength(2);
    const byText = shownOf(library, { text: 'ROUNDS' });
    expect(byText.discrepancies.map((each) => each.items.map((item) => item.key))).toEqual([['paper-1']]);
    expect(byText.topics).toEqual([]);
  });

  it('reads addresses without believing them', () => {
    expect(filterFrom({ topic: 'memory', source: 'X', text: 42 })).toEqual({
      topic: 'memory',
      source: 'X',
      text: '42',
    });
    expect(filterFrom({ topic: 'nonsense', text: '', source: {} })).toEqual({});
  });

  it('lists every source once', () => {
    expect(sourcesOf(library).map((each) => each.key)).toEqual(['PAPER13', 'OTHER']);
  });
});
