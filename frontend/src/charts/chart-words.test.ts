import { expect, it } from 'vitest';

import { wordsOf } from './chart-words';

it('finds the words of a chart, and none where there is nothing to draw', () => {
  const words = { key: 'wear' as const, title: { code: 'lasting', parts: ['The drives last'] }, lines: [] };
  const charts = { words: [words], totals: [], racks: [], more_racks: 0 };
  expect(wordsOf({ charts }, 'wear')).toBe(words);
  expect(wordsOf({ charts }, 'months')).toBeUndefined();
  expect(wordsOf({}, 'wear')).toBeUndefined();
});
