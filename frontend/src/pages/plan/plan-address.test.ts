import { describe, expect, it } from 'vitest';

import { planAddress } from './plan-address';

describe('the address of a view', () => {
  it('keeps what it understands', () => {
    expect(planAddress({ view: 'memory', down: 1, groups: '2' })).toEqual({
      view: 'memory',
      down: 1,
      groups: 2,
    });
  });

  it('leaves out what is usual or makes no sense', () => {
    expect(planAddress({ view: 'compare', down: 0, groups: '' })).toEqual({});
    expect(planAddress({ view: 'nonsense', down: -1, groups: 1.5 })).toEqual({});
    expect(planAddress({ down: 'many', groups: 1e9 })).toEqual({});
  });
});

it('keeps which configuration a search varies', () => {
  expect(planAddress({ view: 'search', varied: 'nand' })).toEqual({ view: 'search', varied: 'nand' });
  expect(planAddress({ view: 'search', varied: '' })).toEqual({ view: 'search' });
});
