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
  const [first] = plan.configurations;
  const below = (configuration: object) =>
    namedInputs({ ...plan, configurations: [configuration] } as typeof plan)
      .map(({ pointer }) => pointer)
      .filter((pointer) => pointer.startsWith('/configurations/0/read_cache'));
  expect(below({ ...first, read_cache: undefined })).toEqual(['/configurations/0/read_cache']);
  expect(below({ ...first, read_cache: {} }).length).toBeGreaterThan(1);
});
