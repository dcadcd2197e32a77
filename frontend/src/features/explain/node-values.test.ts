import { describe, expect, it } from 'vitest';

import type { ExplanationNode } from '@/api/types';

import { valueText } from './node-values';

const node = (unit: string, value: number) =>
  ({ quantity: 'cluster_tco', unit, values: [value], states: ['evaluated'] }) as unknown as ExplanationNode;

describe('a value of an explanation', () => {
  it.each(['currency/year', 'EUR/year'])('is exact where it is money, in %s', (unit) =>
    expect(valueText(node(unit, 25_943.4), 0, 'EUR', () => 'rounded').text).toBe('25,943 EUR/year'),
  );

  it('is rounded where it is not', () =>
    expect(valueText(node('GiB', 25_943.4), 0, 'EUR', () => 'rounded').text).toBe('rounded GiB'));
});
