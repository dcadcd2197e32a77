import { describe, expect, it } from 'vitest';

import { endsOfYears, ticksWithin } from './years-axis';

describe('an axis of years', () => {
  it.each<[number[], [number, number]]>([
    [[3], [2, 5]],
    // An end is beyond a value that stands on a tick.
    [[5], [2, 10]],
    [
      [0.3, 40],
      [0.2, 50],
    ],
    [
      [40, 0.3, 7],
      [0.2, 50],
    ],
    [[0.004], [0.002, 0.01]],
    [[200_000], [100_000, 400_000]],
  ])('that shows %j goes over %j', (values, ends) => {
    expect(endsOfYears(values)).toEqual(ends);
  });

  it.each([
    [0.2, 5, [0.2, 0.5, 1, 2, 5]],
    [0.3, 4, [0.5, 1, 2]],
    [300, 100_000, [500, 1_000, 10_000, 100_000]],
    [6, 9, []],
  ])('from %d to %d has the ticks %j', (from, to, ticks) => {
    expect(ticksWithin(from, to)).toEqual(ticks);
  });
});
