import { expect, test } from 'vitest';

import { questionHash } from './caching';

test('equal questions have one name, whatever the order of their fields', () => {
  const plan = { name: 'a', hosts: 3 };
  expect(questionHash(['doubt', plan, null])).toBe(questionHash(['doubt', { hosts: 3, name: 'a' }, null]));
  expect(questionHash(['doubt', plan, null])).toBe(questionHash(['doubt', plan, null]));
});

test.each([
  [
    ['doubt', { hosts: 3 }],
    ['doubt', { hosts: 4 }],
  ],
  [
    ['doubt', { hosts: 3 }],
    ['growth', { hosts: 3 }],
  ],
  [['a', 'b'], ['a,b']],
  [
    ['a', null],
    ['a', 'null'],
  ],
  [
    ['a', ['b']],
    ['a', 'b'],
  ],
  [['a'], ['a', undefined]],
  [
    ['a', 1],
    ['a', '1'],
  ],
])('%j and %j are two questions', (one, other) => {
  expect(questionHash(one)).not.toBe(questionHash(other));
});
