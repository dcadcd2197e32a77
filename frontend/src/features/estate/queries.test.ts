import { describe, expect, it } from 'vitest';

import type { Inventory } from '@/api/types';

import { groupsQuery } from './queries';

const read = (vcpu: number): Inventory => ({
  sources: [{ kind: 'generic', label: 'Table of VMs', file: 'own.csv', sha256: 'same' }],
  vms: { name: ['a'], id: ['a'], power: ['on'], template: [false], vcpu: [vcpu] },
  hosts: { name: [] },
  datastores: { name: [] },
});

describe('what is asked of an estate', () => {
  it('is another question once the same file was read with other columns', () => {
    const [one, other] = [read(2), read(4)];
    const keyOf = (inventory: Inventory) => groupsQuery({ inventory, history: null }, {}).queryKey;
    expect(keyOf(one)).toEqual(keyOf(one));
    expect(keyOf(one)).not.toEqual(keyOf(other));
  });
});
