import { describe, expect, it } from 'vitest';

import type { OpmModel } from '@/api/types';
import { plan } from '@/test-fixtures/plan';

import { addModelToPlan, copyInPlan, followModel } from './add-model-to-plan';

const model: OpmModel = {
  key: 'web-shop',
  name: 'Web shop',
  locator: null,
  points: [{ medium: 'ssd_local', overcommit_ratio: 2, per_vm: 4900, vms: null }],
};

describe('a model in a plan', () => {
  it('is copied without what is not given', () => {
    const next = addModelToPlan(plan, model);
    expect(next.opm_models).toEqual([
      {
        key: 'web-shop',
        name: 'Web shop',
        points: [{ medium: 'ssd_local', overcommit_ratio: 2, per_vm: 4900 }],
      },
    ]);
    expect(plan.opm_models).toBeUndefined();
    expect(copyInPlan(plan, model)).toBe('none');
    expect(copyInPlan(next, model)).toBe('same');
  });

  it('is brought up to date in its place, and its remarks go with what they spoke of', () => {
    const other = { ...model, key: 'other' };
    const before = addModelToPlan(addModelToPlan(plan, model), other);
    const remarked = {
      ...before,
      remarks: {
        ...before.remarks,
        '/opm_models/0/points/0/per_vm': { status: 'assumed' as const },
        '/opm_models/1/points/0/per_vm': { status: 'assumed' as const },
      },
    };
    const renamed = { ...model, name: 'Web shop, second test' };
    expect(copyInPlan(remarked, renamed)).toBe('other');
    const next = addModelToPlan(remarked, renamed);
    expect(next.opm_models?.map((each) => each.name)).toEqual(['Web shop, second test', 'Web shop']);
    expect(next.remarks).not.toHaveProperty(['/opm_models/0/points/0/per_vm']);
    expect(next.remarks).toHaveProperty(['/opm_models/1/points/0/per_vm']);
  });

  it('leaves a plan that has it as it is', () => {
    const once = addModelToPlan(plan, model);
    expect(addModelToPlan(once, model)).toBe(once);
  });

  it('is followed by the groups that are named, and by no others', () => {
    const both = followModel(plan, 'web-shop', ['app', 'db']);
    expect(both.workload.groups.map((each) => each.opm_model)).toEqual(['web-shop', 'web-shop']);
    const one = followModel(both, 'web-shop', ['db']);
    expect(one.workload.groups[0]).not.toHaveProperty('opm_model');
    expect(one.workload.groups[1]?.opm_model).toBe('web-shop');
  });

  it('takes no group from another model', () => {
    const other = followModel(plan, 'other', ['app']);
    expect(followModel(other, 'web-shop', ['db']).workload.groups[0]?.opm_model).toBe('other');
  });
});
