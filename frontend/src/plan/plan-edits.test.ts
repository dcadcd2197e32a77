import { describe, expect, it } from 'vitest';

import { plan } from '@/test-fixtures/plan';

import type { Part } from './form-types';
import { diffPlans, revertChange } from './plan-diff';
import {
  clearField,
  duplicateElement,
  duplicateGroup,
  editField,
  fieldOf,
  freeKey,
  removeElement,
  restorePart,
  setRange,
  takeMeasured,
} from './plan-edits';

describe('the range of a value', () => {
  const at = '/workload/groups/1/memory_gib';
  const value = plan.workload.groups[1]?.memory_gib ?? 0;
  const range = { low: value / 2, high: value * 2 };
  const ranged = setRange(plan, at, value, range);

  it('stands beside where the value comes from', () => {
    expect(ranged.remarks?.[at]).toEqual({ ...plan.remarks?.[at], range });
    expect(setRange(ranged, at, value, undefined)).toEqual(plan);
  });

  it('stays with a value within it, and goes with one outside', () => {
    expect(editField(ranged, at, value * 1.5).remarks?.[at]).toEqual({ range });
    expect(editField(ranged, at, value * 3).remarks).not.toHaveProperty([at]);
    expect(editField(ranged, at, undefined).remarks).not.toHaveProperty([at]);
  });

  it('makes a value that stood in the own one of the plan', () => {
    const own = setRange(plan, '/economics/pue', 1.4, { low: 1.2, high: 1.8 });
    expect(own.economics?.pue).toBe(1.4);
    expect(own.remarks?.['/economics/pue']).toEqual({ range: { low: 1.2, high: 1.8 } });
  });

  it('is a change by itself that can be taken back', () => {
    const [change, ...others] = diffPlans(plan, ranged);
    expect(others).toEqual([]);
    expect(change).toMatchObject({ kind: 'changed', before: undefined, after: range });
    expect(change && revertChange(ranged, plan, change)).toEqual(plan);
    expect(change && fieldOf(change.pointer)).toBe(at);
  });
});

describe('editing a field', () => {
  it('drops the remark on it and keeps the others', () => {
    const edited = editField(plan, '/policy/write_utilisation_limit', 0.54);
    expect(edited.policy?.write_utilisation_limit).toBe(0.54);
    expect(Object.keys(edited.remarks ?? {})).toEqual([
      '/configurations/0/write_tier/price',
      '/configurations/1/write_tier/price',
      '/workload/groups/1/memory_gib',
    ]);
  });

  it('removes the field when there is no value', () => {
    const edited = editField(plan, '/configurations/0/write_tier/price', undefined);
    expect(edited.configurations[0]?.write_tier).not.toHaveProperty('price');
    expect(edited.remarks).not.toHaveProperty(['/configurations/0/write_tier/price']);
  });

  it('drops remarks on what is inside the field', () => {
    const edited = editField(plan, '/configurations/1/write_tier', undefined);
    expect(edited.remarks).not.toHaveProperty(['/configurations/1/write_tier/price']);
  });

  it('leaves no empty remarks behind', () => {
    const one = { ...plan, remarks: { '/policy/spare_hosts': {} } };
    expect(editField(one, '/policy/spare_hosts', 2)).not.toHaveProperty('remarks');
  });
});

describe('emptying a field', () => {
  const first = '/configurations/0';

  it('takes along the part that was there only because of it', () => {
    const priced = editField(plan, `${first}/array/price`, 9);
    expect(clearField(priced, `${first}/array/price`)).toEqual(plan);
    const drive = editField(plan, `${first}/read_cache/drive/price`, 9);
    expect(clearField(drive, `${first}/read_cache/drive/price`).configurations[0]?.read_cache).toEqual({});
  });

  it('leaves a part that has other fields', () => {
    const two = editField(editField(plan, `${first}/array/price`, 9), `${first}/array/power_w`, 100);
    expect(clearField(two, `${first}/array/price`).configurations[0]?.array).toEqual({ power_w: 100 });
  });

  it.each(['memory/tier/drives_per_host', 'read_cache/size_gb', 'swap/host_cache_gb', 'cpu/cores'])(
    'leaves what says something without a field: %s',
    (tail) => {
      const [part = ''] = tail.split(/\/[^/]*$/);
      const bare = editField(plan, `${first}/${part}`, undefined);
      const one = editField(bare, `${first}/${tail}`, 1);
      expect(clearField(one, `${first}/${tail}`)).toEqual(editField(bare, `${first}/${part}`, {}));
    },
  );

  it('can be taken back with what went along, remarks too', () => {
    const kept = {
      ...plan,
      economics: { ...plan.economics, keep: { running_cost_per_year: 9, name: 'Old' } },
      remarks: { '/economics/keep/name': { note: 'a note' } },
    };
    const without = clearField(kept, '/economics/keep');
    expect(without.economics).not.toHaveProperty('keep');
    expect(restorePart(without, kept, '/economics/keep')).toEqual(kept);
  });
});

describe('removing an array element', () => {
  it('moves up the remarks of those behind it and drops its own', () => {
    const edited = removeElement(plan, '/configurations', 0);
    expect(edited.configurations.map((each) => each.key)).toEqual(['optane']);
    expect(edited.remarks).toEqual({
      '/policy/write_utilisation_limit': { status: 'assumed', note: 'rule of thumb' },
      '/configurations/0/write_tier/price': { status: 'illustrative', source: 'a quote' },
      '/workload/groups/1/memory_gib': { status: 'imported' },
    });
  });

  it('leaves the remarks of those before it', () => {
    const edited = removeElement(plan, '/configurations', 1);
    expect(edited.remarks).toHaveProperty(['/configurations/0/write_tier/price'], { status: 'illustrative' });
    expect(edited.remarks).not.toHaveProperty(['/configurations/1/write_tier/price']);
  });

  it('keeps indices of other arrays and of two digits apart', () => {
    const groups = Array.from({ length: 12 }, (_, index) => ({
      name: `g${index}`,
      count: 1,
      vcpu: 1,
      memory_gib: 1,
    }));
    const many = {
      ...plan,
      workload: { groups },
      remarks: {
        '/workload/groups/1/count': {},
        '/workload/groups/11/count': {},
        '/configurations/1/name': {},
      },
    };
    expect(Object.keys(removeElement(many, '/workload/groups', 1).remarks ?? {})).toEqual([
      '/workload/groups/10/count',
      '/configurations/1/name',
    ]);
  });
});

describe('duplicating a configuration', () => {
  it('gives it a key and name of its own and copies its remarks', () => {
    const edited = duplicateElement(plan, '/configurations', 0);
    expect(edited.configurations.map((each) => [each.key, each.name])).toEqual([
      ['nand', 'NAND'],
      ['optane', 'Optane'],
      ['nand-2', 'NAND 2'],
    ]);
    expect(edited.remarks).toHaveProperty(['/configurations/2/write_tier/price'], { status: 'illustrative' });
    const twice = duplicateElement(edited, '/configurations', 2);
    expect(twice.configurations[3]).toMatchObject({ key: 'nand-3', name: 'NAND 3' });
  });

  it('makes keys that the API accepts', () => {
    expect(freeKey(plan, 'Öl & Gas: 2×NVMe ')).toBe('o-l-gas-2-nvme');
    expect(freeKey(plan, '***')).toBe('configuration');
    expect(freeKey(plan, 'nand')).toBe('nand-2');
  });
});

describe('duplicating a VM group', () => {
  const parts: Part[] = [
    {
      title: '',
      tail: '',
      fields: [
        { tail: '/memory_gib', label: 'Memory', kind: 'number' },
        { tail: '/iops_peak', label: 'Peak IOPS', kind: 'number', measured: true },
        { tail: '/read_share', label: 'Read share', kind: 'share', measured: true },
      ],
    },
  ];
  const measured = editField(plan, '/workload/groups/0/read_share', 0.7);
  const remarked = {
    ...measured,
    remarks: { ...measured.remarks, '/workload/groups/0/iops_peak': { note: 'measured in May' } },
  };

  it('takes its size over and not what was measured on its VMs', () => {
    const edited = duplicateGroup(remarked, 0, parts);
    expect(edited.workload.groups[2]).toEqual({ name: 'app 2', count: 100, vcpu: 4, memory_gib: 16 });
    expect(edited.workload.groups[0]).toEqual(remarked.workload.groups[0]);
    expect(Object.keys(edited.remarks ?? {})).toEqual(Object.keys(remarked.remarks));
  });

  it('takes it over, with the remarks, where that is asked for', () => {
    const edited = takeMeasured(
      duplicateGroup(remarked, 0, parts),
      '/workload/groups/0',
      '/workload/groups/2',
      parts,
    );
    expect(edited.workload.groups[2]).toEqual({ ...remarked.workload.groups[0], name: 'app 2' });
    expect(edited.remarks).toHaveProperty(['/workload/groups/2/iops_peak', 'note'], 'measured in May');
  });
});
