import { expect, it } from 'vitest';

import type { Plan } from '@/api/types';
import { plan } from '@/test-fixtures/plan';

import { viewsOf } from './plan-views';

const [first] = plan.configurations;
const of = (change: object) => ({ ...plan, configurations: [{ ...first, ...change }] }) as Plan;

it('has the views that apply', () => {
  expect(viewsOf(of({ read_cache: null }), 'compare')).toEqual(['compare', 'cost', 'memory', 'burst']);
  expect(viewsOf(of({ read_cache: {} }), 'compare')).toContain('read-cache');
  expect(viewsOf(of({ architecture: 'external_array' }), 'compare')).not.toContain('burst');
});

it('has the open one whatever applies', () => {
  expect(viewsOf(of({ read_cache: null }), 'read-cache')).toContain('read-cache');
});

it('survives a plan that is not valid', () => {
  expect(viewsOf({ ...plan, configurations: undefined as never }, 'compare')).toEqual([
    'compare',
    'cost',
    'memory',
  ]);
});
