import { expect, it } from 'vitest';

import { decision as given } from '@/test-fixtures/decision';

import { wordsOf } from './chart-words';

it('finds the words of a chart, and none where there is nothing to draw', () => {
  const words = { key: 'wear' as const, title: { code: 'lasting', parts: ['The drives last'] }, lines: [] };
  const charts = { words: [words], totals: [], racks: [], more_racks: 0 };
  const decision = { ...given, charts };
  expect(wordsOf({ decision }, 'wear')).toBe(words);
  expect(wordsOf({ decision }, 'months')).toBeUndefined();
  expect(wordsOf({}, 'wear')).toBeUndefined();
});
