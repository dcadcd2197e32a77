import type { QuantityName, Value } from '@/api/types';

/** What a figure of the return says, where words say more than the number or its state. */
export function returnWords(quantity: QuantityName, value: Value): string | undefined {
  if (quantity === 'internal_return_rate') {
    return value.state === 'undefined' ? 'no single rate' : undefined;
  }
  if (!quantity.endsWith('payback_years')) return undefined;
  if (value.state === 'infinite') return 'not by the horizon';
  return value.value === 0 ? 'from the start' : undefined;
}
