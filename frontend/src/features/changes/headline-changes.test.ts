import { expect, it } from 'vitest';

import type { Decision, DecisionRow, Figure } from '@/api/types';
import { decision, ofQuantity } from '@/test-fixtures/decision';

import { headlineChanges } from './headline-changes';

type Figures = Partial<Record<'hosts' | 'cost' | 'life', [text: string, value: number | null] | null>>;

const figure = (given: [string, number | null] | null): Figure | null =>
  given && { ...ofQuantity('nand', 'some', given[0], 0), value: given[1] };

const [lead, reference] = decision.rows;
if (!lead || !reference) throw new Error('The fixture has no rows.');

const before: DecisionRow = {
  ...reference,
  hosts: figure(['7', 7]),
  cost: figure(['239\u00a0k', 239_442.4]),
  life: figure(['7.3\u00a0y', 7.25]),
};

/** The decision in which the reference has other figures; null is none at all. */
const changed = (given: Figures): Decision => ({
  ...decision,
  rows: [
    lead,
    {
      ...before,
      ...Object.fromEntries(Object.entries(given).map(([key, each]) => [key, figure(each)])),
    },
  ],
});

const words = (given: Figures) =>
  headlineChanges(changed({}), changed(given)).map(({ name, place, moves }) => [
    place,
    name,
    ...moves.map((move) => `${move.label ?? ''} ${move.before}>${move.after} ${move.unit}`.trim()),
  ]);

it('names only the configurations whose headline numbers moved', () => {
  expect(words({})).toEqual([]);
  expect(words({ hosts: ['6', 6] })).toEqual([[0, 'NAND', '7>6 hosts']]);
});

it.each<[Figures, string[]]>([
  [{ hosts: ['1', 1] }, ['7>1 host']],
  [{ hosts: ['at least 7', 7] }, ['7>at least 7 hosts']],
  [{ hosts: null }, ['7>\u2013 hosts']],
  [{ cost: ['251\u00a0k', 251_000] }, ['239\u00a0k>251\u00a0k EUR']],
  [{ cost: ['239\u00a0k', 239_400] }, ['239,442>239,400 EUR']],
  [{ life: ['12\u00a0y', 11.6] }, ['drives last 7.3\u00a0y>12\u00a0y']],
  [{ life: ['7.3\u00a0y', 7.3] }, ['drives last 7.25\u00a0y>7.3\u00a0y']],
  [{ life: ['>\u00a020\u00a0y', 31] }, ['drives last 7.3\u00a0y>>\u00a020\u00a0y']],
  [{ life: ['unlimited', null] }, ['drives last 7.3\u00a0y>unlimited']],
  [{ hosts: ['8', 8], life: ['3\u00a0y', 3] }, ['7>8 hosts', 'drives last 7.3\u00a0y>3\u00a0y']],
])('says what moved as far as it is known: %o', (given, moves) => {
  expect(words(given)).toEqual([[0, 'NAND', ...moves]]);
});

it('names the one that leads before the others', () => {
  const rows = decision.rows.map((each) => ({ ...each, hosts: figure(['9', 9]) }));
  expect(headlineChanges(decision, { ...decision, rows }).map((each) => each.name)).toEqual([
    'Optane',
    'NAND',
  ]);
});
