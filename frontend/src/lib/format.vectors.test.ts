import { describe, expect, it } from 'vitest';

import numerals from '../../../backend/tests/golden/numerals.json';
import {
  formatExact,
  formatMoneyShort,
  formatRough,
  formatRoughShare,
  formatRoughYears,
  formatValue,
  type NumberFormat,
} from './format';

interface Vector {
  how: NumberFormat | 'exact' | 'rough' | 'rough share' | 'rough years' | 'short money';
  number: number;
  text: string;
}

/** The same vectors test the writer in Python. */
const vectors = numerals as Vector[];

function write({ how, number }: Vector): string {
  if (how === 'exact') return formatExact(number);
  if (how === 'rough share') return formatRoughShare(number);
  if (how === 'rough years') return formatRoughYears(number);
  if (how === 'rough') return formatRough(number);
  if (how === 'short money') return formatMoneyShort(number);
  return formatValue({ value: number, state: 'evaluated', missing: [] }, how, '', 'USD').text;
}

describe('the number writer', () => {
  it.each(vectors)('writes $number as $how like Python', (vector) => {
    expect(write(vector)).toBe(vector.text);
  });
});
