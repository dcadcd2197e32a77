import { describe, expect, it } from 'vitest';

import { roundTicks, spanTicks, wholeSpan, wholeTicks } from './style';

describe('ticks of an axis', () => {
  it.each([
    [6_720, [0, 2000, 4000, 6000, 8000]],
    [215, [0, 50, 100, 150, 200, 250]],
    [1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [0.9, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [0, [0, 1]],
  ])('up to %d', (value, ticks) => {
    expect(roundTicks(value)).toEqual(ticks);
  });
});

describe('ticks of a count', () => {
  it.each([
    [1, [0, 1]],
    [4, [0, 1, 2, 3, 4]],
    [12, [0, 3, 6, 9, 12]],
    [13, [0, 3, 6, 9, 13]],
    [41, [0, 9, 18, 27, 36, 41]],
  ])('up to %d', (value, ticks) => {
    expect(wholeTicks(value)).toEqual(ticks);
  });
});

describe('ticks of a span', () => {
  it.each([
    [2_440_000, 2_486_000, [2_440_000, 2_450_000, 2_460_000, 2_470_000, 2_480_000, 2_490_000]],
    [120, 210, [120, 140, 160, 180, 200, 220]],
    // One figure alone has room on both sides.
    [90, 90, [80, 100]],
    [100, 100, [100, 120]],
  ])('from %d to %d', (least, most, ticks) => {
    expect(spanTicks(least, most)).toEqual(ticks);
  });
});

it('has whole figures around a span of counts', () => {
  expect(wholeSpan(4, 12)).toEqual([4, 6, 8, 10, 12]);
  expect(wholeSpan(5, 5)).toEqual([5, 6]);
  expect(wholeSpan(3, 30)).toEqual([0, 6, 12, 18, 24, 30]);
});
