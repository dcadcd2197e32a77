import { describe, expect, it } from 'vitest';

import type { Json, JsonObject } from '@/lib/json';
import { plan } from '@/test-fixtures/plan';

import { currentPointer, FORMER_FIELDS, FORMER_LAYOUTS, withCurrentNames } from './former-names';

import rows from '../../../backend/hostwise/plan/former_names.py?raw';

/** Where the fields of a model stand in a plan. */
const PLACES: Record<string, string> = {
  Configuration: '/configurations/*',
  Policy: '/policy',
  HoldsWithSparesDown: '/policy/holds_with_spares_down',
};

const FORMER: JsonObject = {
  name: 'architecture',
  workload: { groups: [{ name: 'cache', count: 2 }] },
  policy: {
    cache_utilisation_limit: 0.5,
    sizing_level: 0.9,
    holds_with_spares_down: { cache_performance: true },
  },
  configurations: [
    {
      key: 'esa',
      name: 'storage',
      architecture: 'osa_all_flash',
      storage: 'vsan-osa',
      cache: { key: 'cache' },
      placement_gap_hosts: 1,
      other_hosts: [{ hosts: 2, cores: 32 }],
    },
    { key: 'b', name: 'b', architecture: 'esa', esa_profile: 'esa-af-4' },
  ],
  remarks: {
    '/configurations/0/cache/key': { note: 'cache' },
    '/policy/sizing_level': { status: 'assumed' },
  },
};

const CURRENT = {
  name: 'architecture',
  workload: { groups: [{ name: 'cache', count: 2 }] },
  policy: {
    write_utilisation_limit: 0.5,
    coverage_level: 0.9,
    holds_with_spares_down: { write_performance: true },
  },
  configurations: [
    {
      key: 'esa',
      name: 'storage',
      layout: 'two_tier',
      storage_stack: 'vsan-osa',
      write_tier: { key: 'cache' },
      fragmentation_hosts: 1,
      other_host_models: [{ hosts: 2, cores: 32 }],
    },
    { key: 'b', name: 'b', layout: 'single_tier', ready_node_profile: 'esa-af-4' },
  ],
  remarks: {
    '/configurations/0/write_tier/key': { note: 'cache' },
    '/policy/coverage_level': { status: 'assumed' },
  },
};

describe('a plan of an earlier version', () => {
  it('is read with current names, and what somebody chose stays', () => {
    expect(withCurrentNames(FORMER)).toEqual(CURRENT);
  });

  it('has the same order of fields', () => {
    expect(JSON.stringify(withCurrentNames(FORMER))).toBe(JSON.stringify(CURRENT));
  });

  it('may have a former layout under the current name', () => {
    const mixed = { configurations: [{ key: 'esa', layout: 'osa_hybrid' }] };
    expect(withCurrentNames(mixed)).toEqual({ configurations: [{ key: 'esa', layout: 'hybrid' }] });
  });

  it('keeps a former name beside the current one, for its reader to refuse', () => {
    const both = { policy: { sizing_level: 0.5, coverage_level: 0.9 } };
    expect(withCurrentNames(both)).toEqual(both);
  });
});

it('a current plan stays, and so does what is no plan', () => {
  const others = [
    plan as unknown as Json,
    null,
    3,
    'esa',
    ['cache'],
    { policy: 3, configurations: { cache: 1 } },
  ];
  expect(others.map((each) => withCurrentNames(each))).toEqual(others);
  expect(withCurrentNames(undefined)).toBeUndefined();
});

it('a pointer has current names', () => {
  expect(currentPointer('/configurations/1/other_hosts/0/hosts')).toBe(
    '/configurations/1/other_host_models/0/hosts',
  );
  expect(currentPointer('/policy/spare_hosts')).toBe('/policy/spare_hosts');
});

it('the names are those that the server knows', () => {
  const fields = [...rows.matchAll(/"(\w+)": \(_in_plan\("(\w+)", "(\w+)"\),\)/g)].map(
    ([, current = '', former = '', model = '']) => [PLACES[model], former, current],
  );
  // No row is written in another way.
  expect(fields).toHaveLength(rows.match(/[( ]_in_plan\("/g)?.length ?? 0);
  const known = Object.entries(FORMER_FIELDS).flatMap(([at, names]) =>
    Object.entries(names).map(([former, current]) => [at, former, current]),
  );
  expect(known.toSorted()).toEqual(fields.toSorted());
  const [, layouts = ''] = /^ {4}"layout": \{(.*?)\}/ms.exec(rows) ?? [];
  expect(FORMER_LAYOUTS).toEqual(
    Object.fromEntries(
      [...layouts.matchAll(/"(\w+)": "(\w+)"/g)].map(([, current = '', former = '']) => [former, current]),
    ),
  );
});
