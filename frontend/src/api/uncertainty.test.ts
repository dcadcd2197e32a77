import { expect, it } from 'vitest';

import { plan } from '@/test-fixtures/plan';

import { FEW, uncertaintyQuery } from './uncertainty';

it('is asked of a plan, or of the link that it is seen through, against a reference and from few simulations where that is said', () => {
  expect(uncertaintyQuery(plan, { reference: undefined }).queryKey).toEqual(['uncertainty', plan, {}]);
  expect(uncertaintyQuery(plan, { reference: 'nand' }).queryKey).toEqual([
    'uncertainty',
    plan,
    { reference: 'nand' },
  ]);
  expect(
    uncertaintyQuery(plan, { reference: 'nand', sharedBy: 'hws_secret', simulations: FEW }).queryKey,
  ).toEqual(['uncertainty', 'hws_secret', { reference: 'nand', simulations: 256 }]);
});
