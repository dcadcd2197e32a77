import { describe, expect, it } from 'vitest';

import { result } from '@/test-fixtures/plan';

import { cheapestOf, headlineOf } from './headline';
import type { ConfigurationResult } from './types';

type Candidate = [name: string, cost: number | null, more?: Partial<ConfigurationResult>];

function configurationOf([name, cost, more]: Candidate): ConfigurationResult {
  const [template] = result.configurations;
  if (!template) throw new Error('no configuration');
  const value = (amount: number | null) => ({ value: amount, state: 'evaluated' as const });
  return {
    ...template,
    name,
    quantities: { cluster_tco: value(cost), known_life_years: value(7) },
    ...more,
  };
}

describe('the cheapest configuration', () => {
  it.each<[string, Candidate[], string | undefined]>([
    [
      'costs least, wherever it stands',
      [
        ['a', 300],
        ['b', 100],
        ['c', 200],
      ],
      'b',
    ],
    [
      'is the first of those that cost the same',
      [
        ['a', 100],
        ['b', 100],
      ],
      'a',
    ],
    [
      'holds: a cheaper one that does not is no choice',
      [
        ['a', 300],
        ['b', 100, { admissible: false }],
      ],
      'a',
    ],
    [
      'is unknown while the cost of one that holds is',
      [
        ['a', 300],
        ['b', null],
      ],
      undefined,
    ],
    [
      'is unknown while one that holds misses a limit',
      [
        ['a', 100],
        ['b', 300, { at_least: true }],
      ],
      undefined,
    ],
    [
      'does not wait for one that does not hold',
      [
        ['a', 300],
        ['b', null, { admissible: false }],
      ],
      'a',
    ],
    ['is none where none holds', [['a', 300, { admissible: false }]], undefined],
    ['is none of none', [], undefined],
  ])('%s', (_, candidates, expected) => {
    const configurations = candidates.map(configurationOf);
    expect(cheapestOf({ ...result, configurations })?.name).toBe(expected);
  });
});

describe('a headline', () => {
  it('has hosts, cost and life, the hosts also of a summary', () => {
    const configuration = configurationOf(['a', 300]);
    expect(headlineOf(configuration)).toMatchObject({
      hosts: { value: 7 },
      cost: { value: 300 },
      life: { value: 7 },
    });
    const summary = {
      quantities: { ...configuration.quantities, hosts: { value: 5, state: 'evaluated' as const } },
    };
    expect(headlineOf(summary)?.hosts.value).toBe(5);
  });

  it.each(['cluster_tco', 'known_life_years'] as const)('is none without %s', (name) => {
    const { quantities, ...rest } = configurationOf(['a', 300]);
    expect(headlineOf({ ...rest, quantities: { ...quantities, [name]: undefined } })).toBeNull();
  });
});
