import { expect, it } from 'vitest';

import { plan } from '@/test-fixtures/plan';

import { uncertaintyQuery } from './uncertainty';

it('is asked of a plan, or of the link that it is seen through, against a reference if there is one', () => {
  expect(uncertaintyQuery(plan, undefined).queryKey).toEqual(['uncertainty', plan, {}]);
  expect(uncertaintyQuery(plan, 'nand').queryKey).toEqual(['uncertainty', plan, { reference: 'nand' }]);
  expect(uncertaintyQuery(plan, 'nand', 'hws_secret').queryKey).toEqual([
    'uncertainty',
    'hws_secret',
    { reference: 'nand' },
  ]);
});
