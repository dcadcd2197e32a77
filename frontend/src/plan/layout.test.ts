import { expect, it } from 'vitest';

import { layoutOf } from './layout';

it.each([
  ['as given', { layout: 'hybrid', write_tier: { key: 'x', disk_groups: 1 } }, 'hybrid'],
  [
    'of two tiers where there is a write tier',
    { write_tier: { key: 'x', disk_groups: 1 }, capacity: {} },
    'two_tier',
  ],
  ['of one tier where there are capacity drives alone', { layout: null, capacity: {} }, 'single_tier'],
  ['external where there are no drives', { storage_stack: 'san' }, 'external'],
] as const)('a layout is %s', (_, configuration, layout) => {
  expect(layoutOf(configuration as Parameters<typeof layoutOf>[0])).toBe(layout);
});

it('of nothing is external', () => {
  expect([undefined, null].map(layoutOf)).toEqual(['external', 'external']);
});
