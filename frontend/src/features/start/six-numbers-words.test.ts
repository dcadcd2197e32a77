import { describe, expect, it } from 'vitest';

import type { Band, Outcome } from '@/api/types';
import { getAt } from '@/plan/json-pointer';
import { editField } from '@/plan/plan-edits';
import { plan } from '@/test-fixtures/plan';

import { covered, edited, GROUP, inYears, PEAK, range } from './six-numbers-words';

describe('a number of the six', () => {
  const average = `${GROUP}/iops_average`;
  const template = editField(plan, average, 240);

  it.each<[string, number | undefined, number | undefined]>([
    [PEAK, 480, 120],
    [PEAK, 0, 0],
    [PEAK, undefined, undefined],
    // Any other leaves the average alone.
    ['/count', 50, 240],
  ])('%s of %j leaves an average load of %j', (tail, value, expected) => {
    const next = edited(template, template, tail, value);
    expect(getAt(next, GROUP + tail)).toBe(value);
    expect(getAt(next, average)).toBe(expected);
  });

  it('leaves no average load where the plan to start from has no peak to compare it with', () => {
    const next = edited(template, editField(template, GROUP + PEAK, 0), PEAK, 480);
    expect(getAt(next, average)).toBeUndefined();
  });
});

it.each<[Band, Band]>([
  [
    { low: 3, mid: 5, high: 20 },
    { low: 3, mid: 5, high: 20 },
  ],
  [
    { low: 3, mid: 25, high: 20.1 },
    { low: 3, mid: 25, high: null },
  ],
  [
    { low: 21, mid: 30, high: null },
    { low: 20, mid: 30, high: null },
  ],
  [
    { low: null, mid: null, high: 8 },
    { low: null, mid: null, high: 8 },
  ],
])('a life of %j is known as %j', (life, known) => {
  expect(inYears(life)).toEqual(known);
});

it.each<[number | null, number | null, string | undefined]>([
  [3, 5, '3 to 5'],
  [3, null, '3 or more'],
  [null, 5, undefined],
  // What is written the same is no range.
  [3.1, 3.4, '3'],
])('a range from %j to %j is "%s"', (low, high, text) => {
  expect(range({ low, mid: null, high }, (value) => value.toFixed(0))).toBe(text);
});

it.each<[string | null, string]>([
  ['1 host covers 80 % of simulations.', ' 1 host covers 80 % of simulations.'],
  [null, ''],
])('a coverage of "%s" reads "%s"', (coverage_text, text) => {
  expect(covered({ coverage_text } as Outcome)).toBe(text);
});
