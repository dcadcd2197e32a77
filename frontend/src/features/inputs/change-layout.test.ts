import { describe, expect, it } from 'vitest';

import { FORMS } from '@/plan/forms.gen';
import { diffPlans } from '@/plan/plan-diff';
import { changeLayout, duplicateElement, editField } from '@/plan/plan-edits';
import { plan } from '@/test-fixtures/plan';

const PARTS = FORMS.configuration;

describe('changing the layout', () => {
  it('takes the cache away and brings one back', () => {
    const single = changeLayout(plan, '/configurations/0', 'single_tier', PARTS);
    expect(single.configurations[0]).not.toHaveProperty('write_tier');
    expect(single.remarks).not.toHaveProperty(['/configurations/0/write_tier/price']);
    const again = changeLayout(single, '/configurations/0', 'two_tier', PARTS);
    expect(again.configurations[0]?.write_tier).toEqual({ disk_groups: 1 });
  });

  it('keeps both kinds of drives where flash is only the cache', () => {
    const hybrid = changeLayout(plan, '/configurations/0', 'hybrid', PARTS);
    expect(hybrid.configurations[0]?.write_tier).toEqual(plan.configurations[0]?.write_tier);
    expect(hybrid.configurations[0]?.capacity).toEqual(plan.configurations[0]?.capacity);
  });

  it('takes all drives away for an external array and brings the needed ones back', () => {
    const outside = changeLayout(plan, '/configurations/0', 'external', PARTS);
    expect(outside.configurations[0]).not.toHaveProperty('write_tier');
    expect(outside.configurations[0]).not.toHaveProperty('capacity');
    const priced = editField(outside, '/configurations/0/array/price', 90_000);
    const single = changeLayout(priced, '/configurations/0', 'single_tier', PARTS);
    expect(single.configurations[0]).not.toHaveProperty('array');
    expect(single.configurations[0]).not.toHaveProperty('write_tier');
    expect(single.configurations[0]?.capacity).toEqual({ count: 1 });
  });

  it('resets what belongs to the layout, and the change list says so', () => {
    const root = '/configurations/0';
    const given = editField(
      editField(
        editField(plan, `${root}/memory/storage_stack_gib`, 45),
        `${root}/protection`,
        'osa_raid5_3_1',
      ),
      `${root}/storage_stack_cpu_share`,
      0.05,
    );
    const single = changeLayout(given, root, 'single_tier', PARTS);
    expect(single.configurations[0]?.memory).toEqual(plan.configurations[0]?.memory);
    expect(single.configurations[0]).not.toHaveProperty('protection');
    expect(single.configurations[0]).not.toHaveProperty('storage_stack_cpu_share');
    expect(diffPlans(given, single).map((each) => each.pointer)).toEqual(
      expect.arrayContaining([
        `${root}/layout`,
        `${root}/memory/storage_stack_gib`,
        `${root}/protection`,
        `${root}/storage_stack_cpu_share`,
      ]),
    );
    const profiled = editField(single, `${root}/ready_node_profile`, 'af-4');
    const again = changeLayout(profiled, root, 'two_tier', PARTS);
    expect(again.configurations[0]).not.toHaveProperty('ready_node_profile');
  });

  it('carries no memory of the storage stack to a copy with another layout', () => {
    const given = editField(plan, '/configurations/0/memory/storage_stack_gib', 45);
    const copied = duplicateElement(given, '/configurations', 0);
    const last = copied.configurations.length - 1;
    const single = changeLayout(copied, `/configurations/${String(last)}`, 'single_tier', PARTS);
    expect(single.configurations[last]?.memory).not.toHaveProperty('storage_stack_gib');
    expect(single.configurations[0]?.memory.storage_stack_gib).toBe(45);
  });
});
