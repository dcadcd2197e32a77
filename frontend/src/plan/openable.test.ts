import { expect, it } from 'vitest';

import { plan } from '@/test-fixtures/plan';

import type { Json } from '@/lib/json';
import { canBeOpened } from './openable';

const document = plan as unknown as Record<string, Json>;

it('a plan can be opened when it has the parts that a page shows', () => {
  expect(canBeOpened(document)).toBe(true);
  expect(canBeOpened({ ...document, opm_models: null, economics: { prices: [] } })).toBe(true);
});

it.each<[string, Json | undefined]>([
  ['nothing', undefined],
  ['a name only', { name: 'x' }],
  ['no configuration', { ...document, configurations: [] }],
  ['a group without a name', { ...document, workload: { groups: [{}] } }],
  ['models that are no list', { ...document, opm_models: {} }],
  ['a price that is no document', { ...document, economics: { prices: [3] } }],
  ['a list inside a list that is none', { ...document, opm_models: [{ key: 'own', points: 'none' }] }],
])('%s cannot', (_, other) => {
  expect(canBeOpened(other)).toBe(false);
});
