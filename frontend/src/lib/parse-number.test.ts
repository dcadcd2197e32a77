import { describe, expect, it } from 'vitest';

import { parseNumber } from './parse-number';

const read = (text: string, own = 'en-US', whole = false) => {
  const parsed = parseNumber(text, whole, own);
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

  it('reads what only the browser\u2019s own language makes a number of', () => {
    expect(read('1.234,5', 'de-DE')).toBe(1234.5);
    expect(read('70,5', 'de-DE')).toBe(70.5);
    expect(read('0,125', 'de-DE')).toBe(0.125);
  });

  it.each(['en-US', 'de-DE'])('reads what is shown as it is shown: %s', (own) => {
    expect(read('1.234', own)).toBe(1.234);
    expect(read('0.125', own)).toBe(0.125);
    expect(read('12,345', own)).toBe(12_345);
  });

  it.each(['abc', '70,5', '1,23', '12 kg', '0,125', '--1', '1.2.3', ''])('refuses %s as a whole', (text) =>
    expect(read(text)).toMatch(/Not a number/),
  );

  it('does not cut a number down to a whole one', () => {
    expect(read('2.5', 'en-US', true)).toBe('Whole numbers only.');
    expect(read('1e3', 'en-US', true)).toBe(1000);
    expect(read('1e999')).toMatch(/too large/);
  });
});
