import { describe, expect, it } from 'vitest';

import { parseNumber } from './parse-number';

const read = (text: string, locale = 'en-US', whole = false) => {
  const parsed = parseNumber(text, whole, locale);
  return 'number' in parsed ? parsed.number : parsed.problem;
};

describe('parseNumber', () => {
  it.each([
    ['150', 150],
    [' 3.9 ', 3.9],
    ['1e3', 1000],
    ['1,234.5', 1234.5],
    ['1 234', 1234],
    ['-0.5', -0.5],
    ['\u22120.5', -0.5],
    ['.5', 0.5],
  ])('reads %s', (text, number) => expect(read(text)).toBe(number));

  it('follows the locale', () => {
    expect(read('1.234,5', 'de-DE')).toBe(1234.5);
    expect(read('70,5', 'de-DE')).toBe(70.5);
    expect(read('3.9', 'de-DE')).toBe(3.9);
  });

  it.each(['abc', '70,5', '1,23', '12 kg', '--1', '1.2.3', ''])('refuses %s as a whole', (text) =>
    expect(read(text)).toMatch(/Not a number/),
  );

  it('does not cut a number down to a whole one', () => {
    expect(read('2.5', 'en-US', true)).toBe('Whole numbers only.');
    expect(read('1e3', 'en-US', true)).toBe(1000);
    expect(read('1e999')).toMatch(/too large/);
  });
});
