import { describe, expect, it } from 'vitest';

import type { Plan } from '@/api/types';

import { withGroupRenamed } from './group-names';

const planOf = (...names: string[]) =>
  ({
    workload: {
      groups: names.map((name) => ({ name, count: 1, vcpu: 1, memory_gib: 1 })),
      events: [
        { label: 'Acquisition', month: 18, group: 'web', vms: 20 },
        { label: 'Project', month: 6, group: 'databases', vms: 4 },
      ],
    },
  }) as Plan;

const groupsOf = (plan: Plan) => plan.workload.events?.map((each) => each.group);

describe('a group that is renamed', () => {
  it('keeps its events', () => {
    const plan = withGroupRenamed(planOf('web', 'databases'), '/workload/groups/0/name', 'front ends');
    expect(groupsOf(plan)).toEqual(['front ends', 'databases']);
  });

  it('is not the one of another that shares its name', () => {
    const plan = planOf('web', 'web');
    expect(withGroupRenamed(plan, '/workload/groups/0/name', 'front ends')).toBe(plan);
  });

  it('is no other field, and no other group', () => {
    const plan = planOf('web', 'mail');
    expect(withGroupRenamed(plan, '/workload/groups/0/count', 7)).toBe(plan);
    expect(withGroupRenamed(plan, '/workload/groups/1/name', 'post')).toBe(plan);
    expect(withGroupRenamed(plan, '/workload/groups/9/name', 'post')).toBe(plan);
    expect(withGroupRenamed(plan, '/workload/groups/0/name', undefined)).toBe(plan);
  });
});
