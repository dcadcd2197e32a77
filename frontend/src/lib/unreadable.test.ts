import { describe, expect, it } from 'vitest';

import { plan } from '@/test-fixtures/plan';

import { editField, removeElement } from './plan-edits';
import { stillUnreadable, withEntry, withoutEntry } from './unreadable';

const PRICE = '/configurations/1/cache/price';

describe('text that is no number', () => {
  const entries = withEntry([], plan, PRICE, 'abc');

  it('is kept by field until it can be read', () => {
    expect(entries).toEqual([{ pointer: PRICE, text: 'abc', value: 1200 }]);
    expect(withEntry(entries, plan, PRICE, 'abcd').map((each) => each.text)).toEqual(['abcd']);
    expect(withoutEntry(entries, PRICE)).toEqual([]);
    expect(withoutEntry(entries, '/policy/spare_hosts')).toBe(entries);
  });

  it('stays while other fields change', () => {
    expect(stillUnreadable(entries, editField(plan, '/policy/spare_hosts', 2))).toBe(entries);
  });

  it('goes when its field gets another value, or goes itself', () => {
    expect(stillUnreadable(entries, editField(plan, PRICE, 5))).toEqual([]);
    expect(stillUnreadable(entries, removeElement(plan, '/configurations', 1))).toEqual([]);
  });
});
