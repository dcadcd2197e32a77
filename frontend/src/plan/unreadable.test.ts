import { describe, expect, it } from 'vitest';

import type { Plan } from '@/api/types';
import { plan } from '@/test-fixtures/plan';

import { duplicateElement, editField, insertElement, removeElement } from './plan-edits';
import type { Json } from '@/lib/json';
import { setAt } from './json-pointer';
import {
  entriesIn,
  entriesText,
  locatedIn,
  stillUnreadable,
  type Unreadable,
  withEntry,
  withoutEntry,
} from './unreadable';

const PRICE = '/configurations/1/write_tier/price';

describe('text that is no number', () => {
  const entries = withEntry([], plan, PRICE, 'abc');

  it('is kept by field until it can be read', () => {
    expect(entries).toEqual([{ pointer: PRICE, text: 'abc', value: 1200, plan }]);
    expect(withEntry(entries, plan, PRICE, 'abcd').map((each) => each.text)).toEqual(['abcd']);
    expect(withoutEntry(entries, PRICE)).toEqual([]);
    expect(withoutEntry(entries, '/policy/spare_hosts')).toBe(entries);
  });

  const places = (after: readonly Unreadable[]) =>
    after.filter((each) => !each.goneFrom).map((each) => [each.pointer, each.text]);

  it('stays while other fields change', () => {
    const after = stillUnreadable(entries, editField(plan, '/policy/spare_hosts', 2));
    expect(places(after)).toEqual([[PRICE, 'abc']]);
    expect(stillUnreadable(entries, plan)).toBe(entries);
  });

  it('goes when its field gets another value', () => {
    expect(stillUnreadable(entries, editField(plan, PRICE, 5))).toEqual([]);
    expect(stillUnreadable(entries, editField(plan, '/configurations/1/write_tier', undefined))).toEqual([]);
  });

  it('goes along with its configuration when others come and go', () => {
    const fewer = removeElement(plan, '/configurations', 0);
    const after = stillUnreadable(entries, fewer);
    expect(places(after)).toEqual([['/configurations/0/write_tier/price', 'abc']]);
    expect(places(stillUnreadable(after, plan))).toEqual([[PRICE, 'abc']]);
    const more = insertElement(plan, '/configurations', 0, { key: 'first' });
    expect(places(stillUnreadable(entries, more))).toEqual([['/configurations/2/write_tier/price', 'abc']]);
    expect(places(stillUnreadable(entries, duplicateElement(plan, '/configurations', 1)))).toEqual([
      [PRICE, 'abc'],
    ]);
  });

  it('is gone with its configuration, and is back when that is', () => {
    const gone = stillUnreadable(entries, removeElement(plan, '/configurations', 1));
    expect(places(gone)).toEqual([]);
    const another = duplicateElement(removeElement(plan, '/configurations', 1), '/configurations', 0);
    expect(places(stillUnreadable(gone, another))).toEqual([]);
    expect(places(stillUnreadable(stillUnreadable(gone, another), plan))).toEqual([[PRICE, 'abc']]);
  });

  it.each<[string, Json[]]>([
    ['/workload/groups', [{ name: 'a' }, { name: 'a', count: 2 }, { name: 'a', count: 3 }]],
    ['/workload/burst/profile', [{ minutes: 1 }, { minutes: 2 }, { minutes: 3 }]],
    ['/configurations/1/network/cards', [{ gbit_s: 10 }, { gbit_s: 25 }, { gbit_s: 25, count: 2 }]],
    ['/economics/exchange_rates', [{ currency: 'EUR' }, { currency: 'CHF' }, { currency: 'CHF', rate: 1 }]],
  ])('goes along with its element of %s, also where names are alike or changed', (at, elements) => {
    const start = setAt<Plan>(plan, at, elements);
    const typed = withEntry([], start, `${at}/2/price`, 'abc');
    const fewer = stillUnreadable(typed, removeElement(start, at, 1));
    expect(places(fewer)).toEqual([[`${at}/1/price`, 'abc']]);
    const renamed = editField(start, `${at}/2/name`, 'other');
    expect(places(stillUnreadable(typed, renamed))).toEqual([[`${at}/2/price`, 'abc']]);
  });
});

it('text that is no number is kept, and found again where its field is as it was', () => {
  const entries = withEntry([], plan, PRICE, 'abc');
  const kept = entriesIn(entriesText(entries)) ?? [];
  expect(locatedIn(plan, kept)).toEqual(entries);
  expect(locatedIn(editField(plan, PRICE, 5), kept)).toEqual([]);
  expect(entriesText(stillUnreadable(entries, removeElement(plan, '/configurations', 1)))).toBeNull();
  expect(entriesIn('[{"pointer":"/configurations/0/cache/price","text":"abc"}]')).toEqual([
    { pointer: '/configurations/0/write_tier/price', text: 'abc' },
  ]);
  expect(['{}', '[3]', '[{"pointer":"x","text":"y"}]', '{', null].map(entriesIn)).toEqual(
    Array(5).fill(null),
  );
});
