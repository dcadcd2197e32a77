import { expect, it } from 'vitest';

import { plan } from '@/test-fixtures/plan';

import { knownReference } from './known-reference';

it('is the one that is asked for, as long as the plan has it', () => {
  expect(knownReference(plan, 'optane')).toBe('optane');
  expect(knownReference(plan, 'gone')).toBeUndefined();
  expect(knownReference(plan, undefined)).toBeUndefined();
});
