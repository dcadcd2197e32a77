import { describe, expect, it } from 'vitest';

import { result } from '@/test-fixtures/plan';

import { headlineOf } from './headline';
import type { ConfigurationResult } from './types';

const [template] = result.configurations;
if (!template) throw new Error('no configuration');
const value = (amount: number) => ({ value: amount, state: 'evaluated' as const });
const configuration: ConfigurationResult = {
  ...template,
  quantities: { cluster_tco: value(300), known_life_years: value(7) },
};

describe('a headline', () => {
  it('has hosts, cost and life', () => {
    expect(headlineOf(configuration)).toEqual({
      hosts: configuration.hosts,
      cost: value(300),
      life: value(7),
    });
  });

  it.each(['cluster_tco', 'known_life_years'] as const)('is none without %s', (name) => {
    const quantities = { ...configuration.quantities, [name]: undefined };
    expect(headlineOf({ ...configuration, quantities })).toBeNull();
  });
});
