import { describe, expect, it } from 'vitest';

import type { Layout, Configuration } from '@/api/types';
import { plan } from '@/test-fixtures/plan';

import { configurationParts } from './forms';

function titles(layout: Layout, more: Partial<Configuration> = {}): string[] {
  const [first] = plan.configurations;
  if (!first) throw new Error('The plan has no configuration.');
  const { write_tier: _, capacity: __, ...bare } = first;
  return configurationParts({ ...bare, layout, ...more }).map((part) => part.title);
}

describe('the parts of a configuration', () => {
  it('are those that hosts of its layout have', () => {
    expect(titles('two_tier')).toEqual(expect.arrayContaining(['Cache tier', 'Capacity drives']));
    expect(titles('two_tier')).not.toContain('Array');
    expect(titles('single_tier')).not.toContain('Cache tier');
    expect(titles('external')).toContain('Array');
    expect(titles('external')).not.toContain('Capacity drives');
  });

  it('are also those that are given nonetheless, so that they can be removed', () => {
    expect(titles('two_tier', { array: { price: 1 } })).toContain('Array');
    expect(titles('external', { capacity: { count: 1 } })).toContain('Capacity drives');
  });
});
