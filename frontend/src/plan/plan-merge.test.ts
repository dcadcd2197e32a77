import { describe, expect, it } from 'vitest';

import type { Plan } from '@/api/types';
import { plan } from '@/test-fixtures/plan';

import type { Json } from '@/lib/json';
import { getAt, setAt } from './json-pointer';
import { duplicateElement, editField, removeElement } from './plan-edits';
import { diffPlans } from './plan-diff';
import { LISTS } from './plan-lists.gen';
import { mergePlans } from './plan-merge';

const edited = editField(plan, '/policy/write_utilisation_limit', 0.54);

describe('making my changes again on top of another revision', () => {
  it('keeps both where they touch different fields', () => {
    const theirs = editField(plan, '/economics/horizon_years', 6);
    const merged = mergePlans(plan, edited, theirs).plan;
    expect(merged.economics?.horizon_years).toBe(6);
    expect(merged.policy?.write_utilisation_limit).toBe(0.54);
    expect(merged.remarks).not.toHaveProperty(['/policy/write_utilisation_limit']);
  });

  it('prefers mine where both changed the same field', () => {
    const theirs = editField(plan, '/policy/write_utilisation_limit', 0.6);
    expect(mergePlans(plan, edited, theirs).plan.policy?.write_utilisation_limit).toBe(0.54);
  });

  it('finds my configuration again after theirs was removed', () => {
    const mine = editField(plan, '/configurations/1/memory/dram_gib', 384);
    const theirs = removeElement(plan, '/configurations', 0);
    const merged = mergePlans(plan, mine, theirs).plan;
    expect(merged.configurations.map((each) => [each.key, each.memory.dram_gib])).toEqual([['optane', 384]]);
    expect(merged.remarks).toHaveProperty(['/configurations/0/write_tier/price', 'source'], 'a quote');
  });

  it('keeps what I added and what they added', () => {
    const mine = duplicateElement(plan, '/configurations', 0);
    const theirs = editField(duplicateElement(plan, '/configurations', 1), '/configurations/2/key', 'third');
    expect(mergePlans(plan, mine, theirs).plan.configurations.map((each) => each.key)).toEqual([
      'nand',
      'optane',
      'third',
      'nand-2',
    ]);
  });

  it('keeps a configuration that I changed and they removed', () => {
    const mine = editField(plan, '/configurations/0/memory/dram_gib', 384);
    const merged = mergePlans(plan, mine, removeElement(plan, '/configurations', 0)).plan;
    expect(merged.configurations.map((each) => each.key).sort()).toEqual(['nand', 'optane']);
  });

  it('changes nothing when nothing of mine changed', () => {
    const theirs = editField(plan, '/policy/spare_hosts', 3);
    expect(mergePlans(plan, plan, theirs)).toEqual({ plan: theirs, other: null });
  });
});

const quote = { currency: 'EUR', date: '2026-11-20' };
const prices = (...list: [part: string, price: number][]): Plan =>
  setAt(
    plan,
    '/economics/prices',
    list.map(([part, price]) => ({ part, price, ...quote })),
  );

describe('prices that both sides work on', () => {
  const base = prices(['drives/x', 100], ['cpus/y', 900]);
  const theirs = prices(['drives/x', 140], ['cpus/y', 900], ['chassis/z', 5000]);

  it('are each merged by their part: none that somebody else saved is lost', () => {
    const { plan: both, other } = mergePlans(base, prices(['drives/x', 100], ['cpus/y', 950]), theirs);
    expect(both).toEqual(prices(['drives/x', 140], ['cpus/y', 950], ['chassis/z', 5000]));
    expect(other).toBeNull();
  });

  it('are asked about where both changed or added the same one', () => {
    const { plan: both, other } = mergePlans(base, prices(['drives/x', 90], ['chassis/z', 4000]), theirs);
    expect(both).toEqual(prices(['drives/x', 90], ['chassis/z', 4000]));
    expect(other).toEqual(prices(['drives/x', 140], ['chassis/z', 5000]));
  });

  it('that were removed here and changed there are asked about', () => {
    const { plan: both, other } = mergePlans(base, prices(['cpus/y', 900]), theirs);
    expect(getAt(both, '/economics/prices/0/part')).toBe('cpus/y');
    expect(other && diffPlans(both, other)).toMatchObject([{ kind: 'added', after: { part: 'drives/x' } }]);
  });

  it('are kept where one side removed all of them', () => {
    const none = editField(base, '/economics/prices', undefined);
    expect(mergePlans(base, none, theirs).plan).toEqual(prices(['chassis/z', 5000]));
    expect(mergePlans(base, none, base).plan).toEqual(plan);
  });
});

/** Two elements for each list, and what a side may make of one of them. */
interface Elements {
  two: [Json, Json];
  third: Json;
  changed: [field: string, value: Json];
}

const COST_LINES = {
  two: [
    { category: 'migration', label: 'a' },
    { category: 'migration', label: 'b' },
  ],
  third: { category: 'migration', label: 'c' },
  changed: ['amount', 9],
} satisfies Elements;

const ELEMENTS: Record<string, Elements> = {
  '/workload/events': {
    two: [{ label: 'a' }, { label: 'b' }],
    third: { label: 'c' },
    changed: ['vms', 9],
  },
  '/economics/cost_lines': COST_LINES,
  '/configurations/*/cost_lines': COST_LINES,
  '/workload/groups': {
    two: [
      { name: 'a', count: 1 },
      { name: 'a', count: 2 },
    ],
    third: { name: 'a', count: 3 },
    changed: ['vcpu', 9],
  },
  '/configurations': {
    two: [{ key: 'a' }, { key: 'b' }],
    third: { key: 'c' },
    changed: ['name', 'A'],
  },
  '/configurations/*/network/cards': {
    two: [{ gbit_s: 25 }, { gbit_s: 25, count: 2 }],
    third: { gbit_s: 25, count: 3, ports: 4 },
    changed: ['price', 9],
  },
  '/economics/discounts': {
    two: [{ vendor: 'Broadcom' }, { vendor: 'Microsoft' }],
    third: { vendor: 'Proxmox' },
    changed: ['share', 0.2],
  },
  '/economics/exchange_rates': {
    two: [{ currency: 'USD' }, { currency: 'GBP' }],
    third: { currency: 'CHF' },
    changed: ['rate', 2],
  },
  '/economics/prices': {
    two: [{ part: 'cpus/a' }, { part: 'cpus/b' }],
    third: { part: 'cpus/c' },
    changed: ['price', 9],
  },
  '/configurations/*/other_host_models': {
    two: [
      { model: 'a', hosts: 2 },
      { model: 'b', hosts: 3 },
    ],
    third: { model: 'c', hosts: 1 },
    changed: ['hosts', 9],
  },
  '/opm_models': {
    two: [{ key: 'a' }, { key: 'b' }],
    third: { key: 'c' },
    changed: ['name', 'A'],
  },
  '/opm_models/*/points': {
    two: [
      { medium: 'x', overcommit_ratio: 1 },
      { medium: 'x', overcommit_ratio: 1, vms: 2 },
    ],
    third: { medium: 'x', overcommit_ratio: 1, vms: 3 },
    changed: ['per_vm', 9],
  },
};

describe.each(Object.entries(LISTS))('the list %s', (pattern, { identity }) => {
  const at = pattern.replace('*', '0');
  const { two, third, changed } = ELEMENTS[pattern] ?? {
    two: [{ minutes: 1 }, { minutes: 2 }],
    third: { minutes: 3 },
    changed: ['minutes', 9],
  };
  const [field, value] = changed;
  const start = setAt(
    at.startsWith('/opm_models/') ? setAt(plan, '/opm_models', [{ key: 'own' }]) : plan,
    at,
    two,
  );
  const first = editField(start, `${at}/0/${field}`, value);

  it('loses nothing that one side changed and the other added', () => {
    const more = setAt(start, at, [...two, third]);
    const { plan: both, other } = mergePlans(start, more, first);
    const wanted = [{ ...(two[0] as object), [field]: value }, two[1], third];
    if (identity.length > 0) {
      expect(getAt(both, at)).toEqual(wanted);
      expect(other).toBeNull();
    } else {
      // Its elements mean something one after the other only: it is asked which of the two lists holds.
      expect(getAt(both, at)).toEqual([...two, third]);
      expect(getAt(other, at)).toEqual(getAt(first, at));
    }
  });

  it('keeps what both added, and the remarks on it', () => {
    if (identity.length === 0) return;
    const marked = (source: string, element: Json): Plan => ({
      ...setAt(start, at, [...two, element]),
      remarks: { [`${at}/2/${identity[0] ?? ''}`]: { source } },
    });
    const another = { ...(third as Record<string, Json>), [identity[0] ?? '']: 'another' };
    const both = mergePlans({ ...start, remarks: {} }, marked('mine', third), marked('theirs', another)).plan;
    expect(getAt(both, at)).toEqual([...two, another, third]);
    expect(both.remarks).toEqual({
      [`${at}/2/${identity[0] ?? ''}`]: { source: 'theirs' },
      [`${at}/3/${identity[0] ?? ''}`]: { source: 'mine' },
    });
  });
});

it('groups of one name keep the remarks on each of them', () => {
  const groups = [1, 2].map((count) => ({ name: 'web', count, vcpu: 2, memory_gib: 8 }));
  const twins: Plan = {
    ...setAt(plan, '/workload/groups', groups),
    remarks: {
      '/workload/groups/0/count': { source: 'first' },
      '/workload/groups/1/count': { source: 'second' },
    },
  };
  const mine = editField(twins, '/policy/spare_hosts', 2);
  const theirs = editField(twins, '/economics/horizon_years', 6);
  expect(mergePlans(twins, mine, theirs).plan.remarks).toEqual(twins.remarks);
});

it('configurations that both sides added under one key are two', () => {
  const [mine, theirs] = [10, 20].map((hosts) =>
    editField(duplicateElement(plan, '/configurations', 0), '/configurations/2/memory/dram_gib', hosts),
  ) as [Plan, Plan];
  const { plan: both, other } = mergePlans(plan, mine, theirs);
  expect(both.configurations.map(({ key, memory }) => [key, memory.dram_gib])).toEqual([
    ['nand', 512],
    ['optane', 256],
    ['nand-2', 20],
    ['nand-3', 10],
  ]);
  expect(other).toBeNull();
});
