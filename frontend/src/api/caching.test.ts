import { expect, test } from 'vitest';

import { questionHash } from './caching';

test('equal questions have one name, whatever the order of their fields', () => {
  const plan = { name: 'a', hosts: 3 };
  expect(questionHash(['uncertainty', plan, null])).toBe(
    questionHash(['uncertainty', { hosts: 3, name: 'a' }, null]),
  );
  expect(questionHash(['uncertainty', plan, null])).toBe(questionHash(['uncertainty', plan, null]));
});

test.each([
  [
    ['uncertainty', { hosts: 3 }],
    ['uncertainty', { hosts: 4 }],
  ],
  [
    ['uncertainty', { hosts: 3 }],
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
