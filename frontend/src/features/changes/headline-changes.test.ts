import { expect, it } from 'vitest';

import type { Result, Value } from '@/api/types';
import { result } from '@/test-fixtures/plan';

import { headlineChanges } from './headline-changes';

type Values = Partial<Record<'cluster_tco' | 'known_life_years', number | null>> & { hosts?: number };

/** The result in which the first configuration has other numbers; null is a life without an end. */
function changed({ hosts, ...quantities }: Values): Result {
  const valued = (value: number | null): Value => ({
    value,
    state: value === null ? 'infinite' : 'evaluated',
    missing: [],
  });
  return {
    ...result,
    configurations: result.configurations.map((each, index) =>
      index > 0
        ? each
        : {
            ...each,
            hosts: hosts === undefined ? each.hosts : valued(hosts),
            quantities: {
              ...each.quantities,
              ...Object.fromEntries(Object.entries(quantities).map(([name, value]) => [name, valued(value)])),
            },
          },
    ),
  };
}

const words = (values: Values) =>
  headlineChanges(result, changed(values)).map(({ name, place, moves }) => [
    place,
    name,
    ...moves.map(({ label = '', before, after, unit }) => `${label} ${before}>${after} ${unit}`.trim()),
  ]);

it('names only the configurations whose headline numbers moved', () => {
  expect(words({})).toEqual([]);
  expect(words({ hosts: 6 })).toEqual([[0, 'NAND', '7>6 hosts']]);
});

it.each<[Values, string[]]>([
  [{ hosts: 1 }, ['7>1 host']],
  [{ cluster_tco: 251_000 }, ['239\u00a0k>251\u00a0k EUR']],
  [{ cluster_tco: 239_400 }, ['239,442>239,400 EUR']],
  [{ known_life_years: 11.6 }, ['drives last 7.3>12 years']],
  [{ known_life_years: 7.3 }, ['drives last 7.25>7.3 years']],
  [{ known_life_years: 31 }, ['drives last 7.3>more than 20 years']],
  [{ known_life_years: null }, ['drives last 7.3>unlimited']],
  [{ hosts: 8, known_life_years: 3 }, ['7>8 hosts', 'drives last 7.3>3 years']],
])('says what moved as far as it is known: %o', (values, moves) => {
  expect(words(values)).toEqual([[0, 'NAND', ...moves]]);
});
