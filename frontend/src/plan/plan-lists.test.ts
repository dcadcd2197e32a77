import { describe, expect, it } from 'vitest';

import type { Json } from '@/lib/json';

import { followed, identityOf, listAt, namedListAt, pairs, type Pairs } from './plan-lists';

describe('a list of the plan', () => {
  it.each([
    ['/configurations', 'Configuration', true],
    ['/configurations/12/network/cards', 'Network cards', true],
    ['/workload/burst/profile', 'Phase of the load profile', false],
    ['/configurations/0', undefined, false],
    ['/economics', undefined, false],
  ])('at %s is of %j', (pointer, element, named) => {
    expect(listAt(pointer)?.element).toBe(element);
    expect(namedListAt(pointer) !== undefined).toBe(named);
  });

  it('knows its elements by all fields of their identity, absent ones too', () => {
    const cards = { element: '', identity: ['ports', 'gbit_s'] };
    const of = (item: Json) => identityOf(item, cards);
    expect(of({ ports: 2, gbit_s: 25, note: 'a' })).toBe(of({ gbit_s: 25, ports: 2 }));
    expect(of({ ports: 2 })).not.toBe(of({ ports: 2, gbit_s: 25 }));
    expect(of({ ports: 2 })).toBe(of({ ports: 2, gbit_s: null }));
    expect(of(7)).toBe(of({}));
  });
});

describe('the elements of two states that are the same', () => {
  const GROUPS = { element: 'VM group', identity: ['name'] };
  const NAMELESS = { element: 'Stretch', identity: [] };
  const app = { name: 'app', count: 1 };
  const grown = { name: 'app', count: 2 };
  const db = { name: 'db', count: 1 };
  const web = { name: 'web', count: 1 };

  it.each<[string, Json[], Json[], typeof GROUPS, boolean, Pairs]>([
    [
      'stay',
      [app, db],
      [app, db],
      GROUPS,
      false,
      [
        [0, 0],
        [1, 1],
      ],
    ],
    [
      'move',
      [app, db],
      [db, app],
      GROUPS,
      false,
      [
        [0, 1],
        [1, 0],
      ],
    ],
    [
      'come and go',
      [app, db],
      [db, web],
      GROUPS,
      false,
      [
        [0, null],
        [1, 0],
        [null, 1],
      ],
    ],
    [
      'change under their name',
      [app, db],
      [db, grown],
      GROUPS,
      false,
      [
        [0, 1],
        [1, 0],
      ],
    ],
    // That which says the same goes before that which is called the same.
    [
      'have a namesake',
      [app],
      [grown, app],
      GROUPS,
      false,
      [
        [0, 1],
        [null, 0],
      ],
    ],
    [
      'are twins, each at its place',
      [app, app],
      [db, app],
      GROUPS,
      false,
      [
        [0, 1],
        [1, null],
        [null, 0],
      ],
    ],
    [
      'are renamed at their place',
      [app, db],
      [web, db],
      GROUPS,
      true,
      [
        [0, 0],
        [1, 1],
      ],
    ],
    [
      'are others, unless the place counts',
      [app, db],
      [web, db],
      GROUPS,
      false,
      [
        [0, null],
        [1, 1],
        [null, 0],
      ],
    ],
    [
      'are others where there are more of them',
      [app],
      [web, db],
      GROUPS,
      true,
      [
        [0, null],
        [null, 0],
        [null, 1],
      ],
    ],
    [
      'have no names',
      [app, db],
      [grown, db],
      NAMELESS,
      false,
      [
        [0, null],
        [1, 1],
        [null, 0],
      ],
    ],
  ])('%s', (_, before, after, list, byPlace, expected) => {
    expect(pairs(before, after, list, byPlace)).toEqual(expected);
  });
});

describe('a field', () => {
  const before = {
    configurations: [{ key: 'a' }, { key: 'b', network: { cards: [{ ports: 2 }, { ports: 4 }] } }],
  };
  const after = { configurations: [{ key: 'b', network: { cards: [{ ports: 4 }] } }, { key: 'c' }] };

  it.each([
    ['/configurations/1/cpu/price', '/configurations/0/cpu/price'],
    ['/configurations/1/network/cards/1/price', '/configurations/0/network/cards/0/price'],
    ['/configurations/1/network/cards/0/price', null],
    ['/configurations/0/cpu/price', null],
    ['/policy/spare_hosts', '/policy/spare_hosts'],
    // A list that is no list yet says nothing.
    ['/economics/prices/3/price', '/economics/prices/3/price'],
  ])('%s is at %j after the edit', (pointer, expected) => {
    expect(followed(pointer, before, after, false)).toBe(expected);
  });

  it('is gone with the whole list', () => {
    expect(followed('/configurations/0/key', before, {}, true)).toBeNull();
  });
});
