import { describe, expect, it } from 'vitest';

import type { QuantityName, Result, Value } from '@/api/types';
import { result } from '@/test-fixtures/plan';

import { isNowhere } from './categories';

const evaluated = (value: number): Value => ({ value, state: 'evaluated', missing: [] });
const unknown: Value = { value: null, state: 'not_evaluated', missing: [] };

function withAmounts(quantity: QuantityName, amounts: Value[], counted = true): Result {
  return {
    ...result,
    configurations: result.configurations.map((each, place) => ({
      ...each,
      cost_parts: [{ key: quantity, quantity, label: quantity, amount: amounts[place] ?? unknown, counted }],
    })),
  };
}

describe('a cost category', () => {
  it.each([
    ['0 in every configuration', [evaluated(0), evaluated(0)], true],
    ['0 in one', [evaluated(0), evaluated(5)], false],
    ['not evaluated in one', [evaluated(0), unknown], false],
  ])('%s', (_, amounts, nowhere) => {
    expect(isNowhere('array_capex', withAmounts('array_capex', amounts))).toBe(nowhere);
  });

  it('that is not counted says so', () => {
    const amounts = [evaluated(0), evaluated(0)];
    expect(isNowhere('outage_cost', withAmounts('outage_cost', amounts, false))).toBe(false);
  });
});
