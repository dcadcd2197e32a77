import { expect, it } from 'vitest';

import type { Plan } from '@/api/types';
import { getAt } from '@/plan/json-pointer';
import { plan as original } from '@/test-fixtures/plan';

import { placeOf, putApart, putBeside, putInPlace } from './put';

const [first, second] = original.configurations;
const plan: Plan = {
  ...original,
  configurations: original.configurations,
  remarks: { '/configurations/1/memory/dram_gib': { note: 'as quoted' } },
};
const key = second?.key ?? '';
/** As the answer to a search of a plan in which the configuration was the first. */
const edits = [
  { pointer: '/configurations/0/memory/dram_gib', value: 768 },
  { pointer: '/configurations/0/memory/price', value: null },
];

it('puts an answer where its configuration is now', () => {
  const put = putInPlace(plan, key, edits);
  expect(put.configurations[0]).toEqual(first);
  expect(getAt(put, '/configurations/1/memory/dram_gib')).toBe(768);
  expect(getAt(put, '/configurations/1/memory/price')).toBeUndefined();
  // What was remarked of the former value goes with it.
  expect(put.remarks).toBeUndefined();
});

it('puts an answer beside all others', () => {
  const put = putBeside(plan, key, edits);
  expect(put.configurations.slice(0, -1)).toEqual(plan.configurations);
  const added = put.configurations.at(-1);
  expect(added?.memory.dram_gib).toBe(768);
  expect(added?.key).not.toBe(key);
  expect(put.remarks).toEqual(plan.remarks);
});

it('makes a plan of the answer alone', () => {
  const put = putApart(plan, key, edits);
  expect(put.configurations.map((each) => each.key)).toEqual([key]);
  expect(put.configurations[0]?.memory.dram_gib).toBe(768);
  expect(putApart(plan, 'gone', edits)).toBe(plan);
});

it('leaves a plan alone that no longer has the configuration', () => {
  expect(placeOf(plan, 'gone')).toBe(-1);
  expect(putInPlace(plan, 'gone', edits)).toBe(plan);
  expect(putBeside(plan, 'gone', edits)).toBe(plan);
});
