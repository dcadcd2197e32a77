import { describe, expect, it } from 'vitest';

import { isStarted, NO_COUNTERS, requestOf } from './counters';

const asked = {
  way: 'paste' as const,
  text: 'numBlocks: 8',
  counters: NO_COUNTERS,
  comparing: false,
  previousText: 'numBlocks: 4',
  previous: NO_COUNTERS,
  blockKib: undefined,
  thresholds: {},
};

describe('the question to the advisor', () => {
  it('holds the text, and the one before only where they are compared', () => {
    expect(requestOf(asked)).toEqual({ text: 'numBlocks: 8' });
    expect(requestOf({ ...asked, comparing: true, blockKib: 8 })).toEqual({
      text: 'numBlocks: 8',
      previous_text: 'numBlocks: 4',
      block_kib: 8,
    });
    expect(requestOf({ ...asked, comparing: true, previousText: ' ' })).toEqual({ text: 'numBlocks: 8' });
  });

  it('holds own thresholds where there are any', () => {
    expect(requestOf({ ...asked, thresholds: { low_hit_share: 0.7, full_share: undefined } })).toEqual({
      text: 'numBlocks: 8',
      thresholds: { low_hit_share: 0.7 },
    });
  });

  it('holds the fields that are given, and no zero for those that are not', () => {
    const counters = { ...NO_COUNTERS, num_blocks: 8, hit_share: 0 };
    expect(requestOf({ ...asked, way: 'fields', counters, comparing: true })).toEqual({
      statistics: { num_blocks: 8, hit_share: 0 },
    });
    expect(isStarted(NO_COUNTERS)).toBe(false);
    expect(isStarted(counters)).toBe(true);
  });
});
