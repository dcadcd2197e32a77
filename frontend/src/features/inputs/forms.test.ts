import { describe, expect, it } from 'vitest';

import type { Architecture, Configuration } from '@/api/types';
import { plan } from '@/test-fixtures/plan';

import { configurationParts } from './forms';

function titles(architecture: Architecture, more: Partial<Configuration> = {}): string[] {
  const [first] = plan.configurations;
  if (!first) throw new Error('The plan has no configuration.');
  const { cache: _, capacity: __, ...bare } = first;
  return configurationParts({ ...bare, architecture, ...more }).map((part) => part.title);
}

describe('the parts of a configuration', () => {
  it('are those that hosts of its architecture have', () => {
    expect(titles('osa_all_flash')).toEqual(expect.arrayContaining(['Cache drives', 'Capacity drives']));
    expect(titles('osa_all_flash')).not.toContain('Array');
    expect(titles('esa')).not.toContain('Cache drives');
    expect(titles('external_array')).toContain('Array');
    expect(titles('external_array')).not.toContain('Capacity drives');
  });

  it('are also those that are given nonetheless, so that they can be removed', () => {
    expect(titles('osa_all_flash', { array: { price: 1 } })).toContain('Array');
    expect(titles('external_array', { capacity: { count: 1 } })).toContain('Capacity drives');
  });
});
