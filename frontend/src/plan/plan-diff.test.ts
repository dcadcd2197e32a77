import { describe, expect, it } from 'vitest';

import { plan } from '@/test-fixtures/plan';

import { diffPlans, revertChange } from './plan-diff';
import { duplicateElement, editField, removeElement } from './plan-edits';

const edited = editField(plan, '/policy/write_utilisation_limit', 0.54);

describe('a part that may be absent', () => {
  const pointer = '/configurations/0/read_cache';

  it('is a difference even without fields', () => {
    const after = editField(plan, pointer, {});
    expect(diffPlans(plan, after)).toEqual([
      { kind: 'changed', pointer, beforePointer: pointer, before: undefined, after: {} },
    ]);
    expect(diffPlans(after, after)).toEqual([]);
  });

  it('goes with the field that brought it when that is reverted', () => {
    const after = editField(plan, '/configurations/0/swap/medium', 'ssd_local');
    const [change] = diffPlans(plan, after);
    expect(change && revertChange(after, plan, change)).toEqual(plan);
  });

  it('stays when the saved plan has it', () => {
    const saved = editField(plan, pointer, {});
    const after = editField(saved, `${pointer}/size_gb`, 400);
    const [change] = diffPlans(saved, after);
    expect(change && revertChange(after, saved, change)).toEqual(saved);
  });
});

describe('the difference of two plans', () => {
  it('is empty for the same plan, however its keys are ordered', () => {
    const shuffled = { ...Object.fromEntries(Object.entries(plan).reverse()) } as typeof plan;
    expect(diffPlans(plan, shuffled)).toEqual([]);
  });

  it('names each field with both values, and remarks not at all', () => {
    expect(diffPlans(plan, edited)).toEqual([
      {
        kind: 'changed',
        pointer: '/policy/write_utilisation_limit',
        beforePointer: '/policy/write_utilisation_limit',
        before: 0.5,
        after: 0.54,
      },
    ]);
  });

  it('knows a configuration by its key when another before it is gone', () => {
    const after = editField(
      removeElement(plan, '/configurations', 0),
      '/configurations/0/memory/dram_gib',
      384,
    );
    expect(diffPlans(plan, after)).toMatchObject([
      { kind: 'removed', pointer: '/configurations/0' },
      {
        kind: 'changed',
        pointer: '/configurations/0/memory/dram_gib',
        beforePointer: '/configurations/1/memory/dram_gib',
        before: 256,
        after: 384,
      },
    ]);
  });

  it('sees a renamed group as one changed field', () => {
    const after = editField(plan, '/workload/groups/1/name', 'databases');
    expect(diffPlans(plan, after)).toMatchObject([{ kind: 'changed', pointer: '/workload/groups/1/name' }]);
  });

  it('sees what was added', () => {
    expect(diffPlans(plan, duplicateElement(plan, '/configurations', 0))).toMatchObject([
      { kind: 'added', pointer: '/configurations/2' },
    ]);
  });
});

describe('taking back one change', () => {
  it('brings back the value and its remark, and leaves the other changes', () => {
    const both = editField(edited, '/policy/spare_hosts', 2);
    const change = diffPlans(plan, both).find((each) => each.pointer === '/policy/write_utilisation_limit');
    const reverted = change && revertChange(both, plan, change);
    expect(reverted?.policy).toEqual({ spare_hosts: 2, write_utilisation_limit: 0.5 });
    expect(reverted?.remarks).toHaveProperty(['/policy/write_utilisation_limit', 'note'], 'rule of thumb');
  });

  it.each([
    ['a removed configuration', removeElement(plan, '/configurations', 0)],
    ['an added configuration', duplicateElement(plan, '/configurations', 1)],
    ['a removed group', removeElement(plan, '/workload/groups', 1)],
    ['a removed field', editField(plan, '/configurations/1/write_tier/price', undefined)],
  ])('undoes %s completely', (_, after) => {
    const [change] = diffPlans(plan, after);
    expect(change && revertChange(after, plan, change)).toEqual(plan);
  });
});
