import { describe, expect, it } from 'vitest';

import type { BurstResult, BurstSeries } from '@/api/types';

import { endOf, sampledPlaces, timeAxis } from './burst-time';

/** A course of so many minutes, one place for each. */
const lasting = (minutes: number) =>
  ({ minutes: Array.from({ length: minutes + 1 }, (_, minute) => minute) }) as BurstSeries;

describe('the time axis of a burst', () => {
  it.each([
    [0, [0]],
    [5, [0, 1, 2, 3, 4, 5]],
    [6, [0, 1, 2, 3, 4, 5, 6]],
    [7, [0, 2, 4, 6]],
    [90, [0, 15, 30, 45, 60, 75, 90]],
    [100, [0, 30, 60, 90]],
    [1_440, [0, 240, 480, 720, 960, 1_200, 1_440]],
    [100_000, [0, 16_667, 33_334, 50_001, 66_668, 83_335]],
  ])('of %d minutes has ticks where people cut hours and days', (end, ticks) => {
    expect(timeAxis(end)).toMatchObject({ domain: [0, end], ticks });
  });

  it('ends with the longest course; one without a course does not count', () => {
    const configurations = [{ series: lasting(60) }, { series: null }, { series: lasting(90) }];
    expect(endOf({ configurations } as BurstResult)).toBe(90);
    expect(endOf({ configurations: [{ series: null }] } as BurstResult)).toBe(0);
  });
});

describe('the places that a table shows', () => {
  it.each([
    [3, [0, 1, 2, 3]],
    [24, Array.from({ length: 25 }, (_, place) => place)],
    // Every second one, and the last though it is not one of these.
    [25, [...Array.from({ length: 13 }, (_, place) => place * 2), 25]],
    [72, Array.from({ length: 25 }, (_, place) => place * 3)],
  ])('of %d minutes', (minutes, places) => {
    expect(sampledPlaces(lasting(minutes))).toEqual(places);
  });
});
