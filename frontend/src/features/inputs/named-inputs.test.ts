import { expect, it } from 'vitest';

import { plan } from '@/test-fixtures/plan';

import { namedInputs } from './named-inputs';

const named = namedInputs(plan);

it('has every field once, with what it belongs to', () => {
  expect(new Set(named.map((each) => each.pointer)).size).toBe(named.length);
  expect(named).toContainEqual({ pointer: '/policy/spare_hosts', label: 'Spare hosts', of: 'Policy' });
  expect(named.filter((each) => each.pointer.endsWith('/memory/dram_gib'))).toMatchObject(
    plan.configurations.map(({ name }) => ({ of: expect.stringContaining(name) as string })),
  );
});

it('names what can be added in place of fields that are not there', () => {
  const tail = '/read_cache';
  const bare = {
    ...plan,
    configurations: plan.configurations.map((each) => ({ ...each, read_cache: null })),
  };
  const below = namedInputs({ ...bare, configurations: bare.configurations.slice(0, 1) } as typeof plan);
  expect(below.some((each) => each.pointer.includes(`${tail}/`))).toBe(true);
  const { read_cache: _, ...without } = bare.configurations[0] ?? {};
  const absent = namedInputs({ ...plan, configurations: [without] } as typeof plan);
  expect(absent.filter((each) => each.pointer.includes(tail))).toMatchObject([
    { pointer: `/configurations/0${tail}` },
  ]);
});
