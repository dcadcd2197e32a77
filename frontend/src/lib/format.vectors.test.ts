import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { formatExact, formatMoneyShort, formatValue, type NumberFormat } from './format';

interface Vector {
  how: NumberFormat | 'exact' | 'short money';
  number: number;
  text: string;
}

/** The same vectors test the writer in Python. */
const path = join(import.meta.dirname, '../../../backend/tests/golden/numerals.json');
const vectors = JSON.parse(readFileSync(path, 'utf8')) as Vector[];

function write({ how, number }: Vector): string {
  if (how === 'exact') return formatExact(number, 'en-US');
  if (how === 'short money') return formatMoneyShort(number, 'en-US');
  return formatValue({ value: number, state: 'evaluated', missing: [] }, how, '', 'USD', 'en-US').text;
}

describe('the number writer', () => {
  it.each(vectors)('writes $number as $how like Python', (vector) => {
    expect(write(vector)).toBe(vector.text);
  });
});
