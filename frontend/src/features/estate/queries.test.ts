import { describe, expect, it } from 'vitest';

import type { Inventory } from '@/api/types';

import { groupsQuery, namesApart, whileAsked } from './queries';

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

  it('keeps the answer before for other choices, and none of another estate', () => {
    const [one, other] = [read(2), read(4)];
    const before = groupsQuery({ inventory: one, history: null }, { name: 'before' });
    expect(whileAsked({ inventory: one, history: null })('answer', before)).toBe('answer');
    expect(whileAsked({ inventory: other, history: null })('answer', before)).toBeUndefined();
    expect(whileAsked({ inventory: one, history: null })('answer')).toBeUndefined();
  });
});

it('files of one name are sent under several', () => {
  const files = ['a.csv', 'b.csv', 'a.csv'].map((each) => new File([], each));
  expect(namesApart(files)).toEqual(['a.csv', 'b.csv', '3-a.csv']);
});
