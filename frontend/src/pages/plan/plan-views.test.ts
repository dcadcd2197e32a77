import { expect, it } from 'vitest';

import type { Plan } from '@/api/types';
import { plan } from '@/test-fixtures/plan';

import { viewsOf } from './plan-views';

const [first] = plan.configurations;
const of = (change: object) => ({ ...plan, configurations: [{ ...first, ...change }] }) as Plan;

it('has the views that apply', () => {
  expect(viewsOf(of({ read_cache: null }), 'compare', false)).toEqual([
    'compare',
    'cost',
    'memory',
    'burst',
    'storage',
    'search',
  ]);
  expect(viewsOf(of({ read_cache: {} }), 'compare', false)).toContain('read-cache');
  expect(viewsOf(of({ layout: 'external' }), 'compare', false)).not.toContain('burst');
  expect(viewsOf(of({ layout: 'external' }), 'compare', false)).not.toContain('storage');
});

it('has the scenarios where there are any', () => {
  expect(viewsOf(plan, 'compare', true).at(-1)).toBe('scenarios');
});

it('has the open one whatever applies', () => {
  expect(viewsOf(of({ read_cache: null }), 'read-cache', false)).toContain('read-cache');
});

it('survives a plan that is not valid', () => {
  expect(viewsOf({ ...plan, configurations: undefined as never }, 'compare', false)).toEqual([
    'compare',
    'cost',
    'memory',
    'search',
  ]);
});
