import { expect, test } from 'vitest';

import { addressOfKey, heldAgainst, keyOfAddress, originIn } from './held-against';

test('a plan and its address name each other', () => {
  for (const [address, key] of [
    [{ plan: '7f0' }, 'plan.7f0'],
    [{ sample: 'nvme-2026' }, 'sample.nvme-2026'],
    [{ imported: 'a.b' }, 'imported.a.b'],
    [{ new: true as const }, 'new'],
    [{}, ''],
  ] as const) {
    expect(keyOfAddress(address)).toBe(key);
    expect(addressOfKey(key)).toEqual(address);
    expect(heldAgainst(address)).toEqual(address);
  }
  expect(originIn({})).toBeNull();
});

test('what names no plan, or several, names one at most', () => {
  expect(heldAgainst({ plan: '', sample: null, new: 'yes', other: 'x' })).toEqual({});
  expect(heldAgainst({ sample: 's', plan: 'p' })).toEqual({ plan: 'p' });
  // The router reads an address of digits as a number.
  expect(heldAgainst({ plan: 12 })).toEqual({ plan: '12' });
  expect(addressOfKey('elsewhere.1')).toEqual({});
});
