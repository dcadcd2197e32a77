import { expect, test } from 'vitest';

import type { Difference } from '@/api/types';

import { effectOf, favourOf, STATED, type StatedField, withFigure, written } from './audit-words';

const DIFFERENCE: Difference = {
  kind: 'hosts_short',
  side: 'Offer',
  lines: [],
  about: 'hosts',
  stated: 11,
  computed: 12,
  unit: 'hosts',
  money: 19_630,
  currency: 'USD',
  hosts: 1,
  favours: 'sender',
  rule: 'the plan needs them',
  source: '/policy/spare_hosts of the plan',
  sentence: 'Hosts.',
  question: 'How?',
};

test('a value is written with its unit', () => {
  expect(written(86_800, 'money', 'USD')).toBe('86,800\u00a0USD');
  expect(written(110, 'money', null)).toBe('110');
  expect(written(0.05, 'share', 'USD')).toBe('5\u00a0%');
  expect(written(1.5, 'ratio', 'USD')).toBe('1.5\u00a0:\u00a01');
  expect(written(141.24137931, 'TB', 'USD')).toBe('141.2\u00a0TB');
  expect(written(1, 'hosts', 'USD')).toBe('1\u00a0host');
  expect(written(3, '', 'USD')).toBe('3');
});

test('an effect has its money and its hosts, as far as it has them', () => {
  expect(effectOf(DIFFERENCE)).toEqual(['19,630\u00a0USD', '1 host']);
  expect(effectOf({ ...DIFFERENCE, money: null, hosts: null })).toEqual([]);
});

test('a difference favours the sender, the customer, a side of a comparison or nobody', () => {
  expect(favourOf(DIFFERENCE)).toBe('for the sender');
  expect(favourOf({ ...DIFFERENCE, favours: 'customer' })).toBe('for the customer');
  expect(favourOf({ ...DIFFERENCE, favours: 'Option B' })).toBe('for Option B');
  expect(favourOf({ ...DIFFERENCE, favours: null })).toBeNull();
});

test('a capacity that is entered has a unit, and what is emptied is not said', () => {
  const field = (name: string) => STATED.find((each) => each.name === name) as StatedField;
  expect(withFigure({}, field('raw_capacity'), 100)).toEqual({ raw_capacity: 100, raw_unit: 'TB' });
  expect(withFigure({ raw_unit: 'TiB' }, field('raw_capacity'), 100)).toEqual({
    raw_capacity: 100,
    raw_unit: 'TiB',
  });
  expect(withFigure({ growth_rate: 0.1 }, field('growth_rate'), undefined)).toEqual({ growth_rate: null });
});
