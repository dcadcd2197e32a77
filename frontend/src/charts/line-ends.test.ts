import { describe, expect, it } from 'vitest';

import { namesOf, spread, wrapped } from './line-ends';

const end = (key: string, value: number | null, index = 0) => ({
  key,
  name: key.toUpperCase(),
  index,
  value,
});

describe('names at the ends of lines', () => {
  const [a, b, c] = [end('a', 1), end('b', 2, 1), end('c', 3, 2)];

  it.each([
    ['each its own', [['a'], ['b'], ['c']], ['A', 'B', 'C']],
    ['two that are one', [['a', 'c'], ['b']], ['A and C', 'B']],
    ['all that are one', [['a', 'b', 'c']], ['all 3']],
    ['without groups', [], ['A', 'B', 'C']],
  ])('%s', (_, together, names) => {
    expect(namesOf([a, b, c], together).map((each) => each.name)).toEqual(names);
  });

  it('leave out a line that does not reach the end', () => {
    expect(namesOf([a, end('b', null)], [['a', 'b']]).map((each) => each.name)).toEqual(['A']);
  });
});

it.each([
  [
    [10, 50],
    [10, 50],
  ],
  // Those that touch part, those at an edge stay within it.
  [
    [20, 22],
    [20, 30],
  ],
  [
    [98, 99],
    [85, 95],
  ],
  [[0], [5]],
  // Each keeps its place in the list, whatever the order on the screen.
  [
    [22, 20],
    [30, 20],
  ],
])('names that want %j stand at %j', (wanted, places) => {
  expect(
    spread(
      wanted.map((at) => ({ at, size: 10 })),
      0,
      100,
    ),
  ).toEqual(places);
});

it.each([
  ['EPYC', ['EPYC']],
  ['EPYC with mixed-use NVMe', ['EPYC with', 'mixed-use NVMe']],
  ['One socket of ninety-six very fast cores', ['One socket of', 'ninety-six ver\u2026']],
  ['Xeon-Platinum-8592-and-more', ['Xeon-Platinum-\u2026']],
])('%s is written in lines that fit', (name, rows) => {
  expect(wrapped(name, 15, 2)).toEqual(rows);
});
