import { describe, expect, it } from 'vitest';

import type { Plan, Sensitivities } from '@/api/types';

import { shownPointers } from './shown-pointers';

const plan = {
  name: 'Two',
  workload: { groups: [{ name: 'a' }, { name: 'b' }] },
  configurations: [{ key: 'one' }, { key: 'two' }],
} as unknown as Plan;
const moving = { sensitivities: [{ pointer: '/workload/groups/0/vcpu' }] } as unknown as Sensitivities;
const open =
  (...sections: string[]) =>
  (section: string) =>
    sections.includes(section);

describe('the fields whose origins are asked for', () => {
  it('are none where nothing is open', () => {
    expect(shownPointers(plan, open(), moving)).toEqual([]);
  });

  it('are those that matter most where these are open, once they are known', () => {
    expect(shownPointers(plan, open('leading'), moving)).toEqual(['/workload/groups/0/vcpu']);
    expect(shownPointers(plan, open('leading'), undefined)).toEqual([]);
  });

  it('are those of open groups and configurations only', () => {
    expect(shownPointers(plan, open('configurations', 'configuration-1'), null)).toEqual([
      '/configurations/1',
    ]);
    const workload = shownPointers(plan, open('workload', 'group-1'), null);
    expect(workload).toContain('/workload/groups/1');
    expect(workload).not.toContain('/workload/groups/0');
    // An open group in a closed section is not on the screen.
    expect(shownPointers(plan, open('group-1', 'policy'), null)).toEqual(['/policy']);
  });
});
