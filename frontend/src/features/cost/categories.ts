/** Which cost categories to show. */
import type { QuantityName, Result } from '@/api/types';

const partsOf = (result: Result, quantity: QuantityName) =>
  result.configurations.map((each) => each.cost_parts.find((part) => part.quantity === quantity));

/** Whether a category is 0 only because nothing says what it costs. */
export function isLeftOut(result: Result, quantity: QuantityName): boolean {
  return partsOf(result, quantity).some((part) => part?.counted === false);
}

/** Whether a category is absent in every configuration. */
export function isNowhere(quantity: QuantityName, result: Result): boolean {
  return !isLeftOut(result, quantity) && partsOf(result, quantity).every((part) => part?.amount.value === 0);
}
