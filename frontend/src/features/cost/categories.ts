/** Which cost categories to show. */
import type { Result } from '@/api/types';

/** Categories that are counted only where the plan says what they cost, each with the input that says it. */
const WHERE_GIVEN: Record<string, string> = {
  administration_cost: 'administration_hours_per_host_year',
  outage_cost: 'outage_price',
  residual_cost: 'residual_share',
};

/** Whether a category is 0 only because nothing says what it costs. */
export function isLeftOut(result: Result, quantity: string): boolean {
  const asked = WHERE_GIVEN[quantity];
  return result.inputs.some((each) => each.quantity === asked && each.status === 'assumed');
}

/** Whether a category is absent in every configuration. */
export function isNowhere(quantity: string, result: Result): boolean {
  const amounts = result.configurations.map(
    (each) => each.cost_parts.find((part) => part.quantity === quantity)?.amount,
  );
  return !isLeftOut(result, quantity) && amounts.every((amount) => amount?.value === 0);
}
