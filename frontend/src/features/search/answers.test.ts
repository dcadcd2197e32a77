import { expect, it } from 'vitest';

import type { Hit, OptionFound, Value } from '@/api/types';

import { besides, isIn, ranked, rangesAround, rangesOf } from './answers';
import { againstPlan, signedShare } from './figures';

const value = (number: number): Value => ({ value: number, state: 'evaluated', missing: [] });

const hit = (text: string, hosts: number, cost: number, against: number | null = null, life = 10): Hit => ({
  text,
  labels: [text],
  edits: [],
  hosts: value(hosts),
  cost: value(cost),
  life_years: value(life),
  wear_out_probability: value(0),
  prices: { oldest: null, part: null, age_months: null, age: '', undated: 0, illustrative: 0, text: '' },
  dearer: 0,
  against_plan: against,
});

const few = hit('few', 4, 300);
const many = hit('many', 12, 200, null, 8);

it('narrows a front down by hosts, cost and life', () => {
  const all = rangesOf([few, many]);
  const life = [8, 10] as const;
  expect(all).toEqual({ hosts: [4, 12], cost: [200, 300], life });
  expect(isIn(few, undefined)).toBe(true);
  expect(isIn(few, all)).toBe(true);
  expect(isIn(few, { hosts: [5, 12], cost: [200, 300], life })).toBe(false);
  expect(isIn(few, { hosts: [4, 12], cost: [200, 299], life })).toBe(false);
  expect(isIn(many, { hosts: [5, 12], cost: [200, 299], life })).toBe(true);
  expect(isIn(many, { hosts: [5, 12], cost: [200, 299], life: [9, 10] })).toBe(false);
  // A life without end is never too short.
  const endless: Hit = { ...many, life_years: { value: null, state: 'infinite', missing: [] } };
  expect(isIn(endless, { hosts: [5, 12], cost: [200, 299], life: [9, 10] })).toBe(true);
  expect(rangesOf([endless, endless])?.life).toBeUndefined();
});

it('narrows a front down to what was drawn around', () => {
  const all = rangesOf([few, many]);
  expect(rangesAround([few, many], [few], undefined)).toEqual({
    hosts: [4, 4],
    cost: [300, 300],
    life: [8, 10],
  });
  expect(rangesAround([few, many], [few], all && { ...all, life: [9, 10] })?.life).toEqual([9, 10]);
  expect(rangesAround([few, many], [], all)).toBeUndefined();
});

it('has nothing to narrow where there is one answer', () => {
  expect(rangesOf([few])).toBeUndefined();
});

it('does not say an answer twice', () => {
  expect(besides([few, many], [{ ...few }])).toEqual([many]);
});

it('has the cheapest option first, and impossible ones last', () => {
  const option = (label: string, dearer: number | null) => ({ label, dearer }) as OptionFound;
  const options = [option('none', null), option('dear', 0.2), option('best', 0), option('neither', null)];
  expect(ranked(options).map((each) => each.label)).toEqual(['best', 'dear', 'none', 'neither']);
  expect(options[0]?.label).toBe('none');
});

it('writes differences with their sign', () => {
  expect(signedShare(-0.061)).toBe('\u22126.1\u00a0%');
  expect(signedShare(0.00001)).toBe('the same');
  expect(againstPlan(hit('a', 1, 1, 0.5))).toBe('+50\u00a0% against the plan');
  expect(againstPlan(hit('a', 1, 1, 0))).toBe('as in the plan');
  expect(againstPlan(hit('a', 1, 1))).toBe('');
});
