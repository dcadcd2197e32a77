import { expect, it } from 'vitest';

import { caseOf, caseProblem, newCase } from './case-rows';

it('new cases are told apart, and are sent with what is given', () => {
  const [first, second] = [newCase(), newCase()];
  expect(second.id).toBe(first.id + 1);
  expect(second.name).toBe(`Case ${String(second.id)}`);
  expect(caseOf({ ...first, name: 'Night', numbers: { read_share: 0.7 } })).toEqual({
    name: 'Night',
    read_share: 0.7,
  });
});

it.each([
  [0, 'read_share', 'Too large. Not a share.'],
  [1, 'read_share', undefined],
  [0, 'hit_share', 'Missing.'],
  [0, 'name', undefined],
])('what is wrong with case %d at %s is %j', (index, field, text) => {
  const problems = [
    ['/cases/0/read_share', 'Too large.'],
    ['/cases/0/hit_share', 'Missing.'],
    ['/cases/0/read_share', 'Not a share.'],
    ['/cases/10/read_share', 'Another.'],
  ].map(([pointer = '', message = '']) => ({ pointer, message, code: 'wrong' }));
  expect(caseProblem(problems, index, field)).toBe(text);
});
