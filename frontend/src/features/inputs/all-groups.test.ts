import { describe, expect, it } from 'vitest';

import { plan } from '@/test-fixtures/plan';
import { FORMS } from '@/plan/forms.gen';

import { inAllGroups, sharedFields, sharedValue } from './all-groups';

const fields = sharedFields(FORMS.group);
function field(tail: string) {
  const found = fields.find((each) => each.tail === tail);
  if (!found) throw new Error(`no field ${tail}`);
  return found;
}

it('is about sizes, I/O and growth, and not about names and numbers of VMs', () => {
  expect(fields.map((each) => each.tail)).toEqual([
    ...['/vcpu', '/memory_gib', '/iops_peak', '/iops_average', '/read_share', '/io_kib'],
    ...['/count_growth_rate', '/vcpu_growth_rate', '/memory_growth_rate', '/disk_growth_rate'],
    '/io_growth_rate',
  ]);
});

describe('what all groups have', () => {
  it('is one value, a range, or nothing', () => {
    expect(sharedValue(plan, field('/vcpu'))).toEqual({ value: undefined, range: '4 to 8' });
    expect(sharedValue(plan, field('/iops_peak'))).toEqual({ value: undefined, range: '960, not all' });
    expect(sharedValue(plan, field('/io_growth_rate'))).toEqual({ value: undefined, range: undefined });
    const grown = inAllGroups(plan, field('/io_growth_rate'), 0.15);
    expect(sharedValue(grown, field('/io_growth_rate'))).toEqual({ value: 0.15, range: undefined });
  });

  it('reads shares in percent', () => {
    const [one, other] = plan.workload.groups;
    if (!one || !other) throw new Error('two groups');
    const differ = {
      ...plan,
      workload: {
        groups: [
          { ...one, read_share: 0.5 },
          { ...other, read_share: 0.7 },
        ],
      },
    };
    expect(sharedValue(differ, field('/read_share')).range).toBe('50 to 70');
  });
});

describe('a value for all groups', () => {
  it('stands in each, with what was remarked on the former values gone or kept as for one field', () => {
    const next = inAllGroups(plan, field('/memory_gib'), 32);
    expect(next.workload.groups.map((group) => group.memory_gib)).toEqual([32, 32]);
    expect(next.remarks).not.toHaveProperty('/workload/groups/1/memory_gib');
    expect(next.policy).toBe(plan.policy);
  });

  it('goes from each, unless a group cannot do without', () => {
    const next = inAllGroups(plan, field('/iops_peak'), undefined);
    expect(next.workload.groups.every((group) => !('iops_peak' in group))).toBe(true);
    expect(inAllGroups(plan, field('/vcpu'), undefined)).toBe(plan);
  });
});
