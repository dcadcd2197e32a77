import { describe, expect, it } from 'vitest';

import { deleteAt, formatPointer, getAt, insertAt, isWithin, parsePointer, setAt } from './json-pointer';

const document = { a: { b: [10, { c: 20 }] }, 'x/y': { '~z': 30 } };

describe('JSON pointers', () => {
  it('escape slashes and tildes both ways', () => {
    expect(parsePointer('/x~1y/~0z')).toEqual(['x/y', '~z']);
    expect(formatPointer(['x/y', '~z'])).toBe('/x~1y/~0z');
    expect(getAt(document, '/x~1y/~0z')).toBe(30);
  });

  it('read through objects and arrays, and find nothing where there is nothing', () => {
    expect(getAt(document, '')).toBe(document);
    expect(getAt(document, '/a/b/1/c')).toBe(20);
    expect(getAt(document, '/a/q/1/c')).toBeUndefined();
    expect(getAt(document, '/a/b/0/deeper')).toBeUndefined();
  });

  it('set a copy and leave the document alone', () => {
    const changed = setAt(document, '/a/b/1/c', 21);
    expect(getAt(changed, '/a/b/1/c')).toBe(21);
    expect(getAt(document, '/a/b/1/c')).toBe(20);
    expect(changed['x/y']).toBe(document['x/y']);
  });

  it('make missing objects on the way', () => {
    expect(setAt({}, '/policy/capacity_reserve/slack_share', 0.3)).toEqual({
      policy: { capacity_reserve: { slack_share: 0.3 } },
    });
  });

  it('delete keys and close gaps in arrays', () => {
    expect(deleteAt(document, '/a/b/0')).toEqual({ ...document, a: { b: [{ c: 20 }] } });
    expect(deleteAt(document, '/a/b/1/c')).toEqual({ ...document, a: { b: [10, {}] } });
    expect(deleteAt(document, '/a/none')).toBe(document);
  });

  it('insert into arrays', () => {
    expect(insertAt({ a: [1, 3] }, '/a', 1, 2)).toEqual({ a: [1, 2, 3] });
  });

  it('tell what lies within what', () => {
    expect(isWithin('/a/b', '/a/b')).toBe(true);
    expect(isWithin('/a/b/c', '/a/b')).toBe(true);
    expect(isWithin('/a/bc', '/a/b')).toBe(false);
  });
});
