/** What a configuration comes to in one line. */
import type { ConfigurationResult, Result, Value } from './types';

export const HEADLINE = ['cluster_tco', 'grown_years_to_wear_out'] as const;

export interface Headline {
  hosts: Value;
  cost: Value;
  life: Value;
}

export function headlineOf({ hosts, quantities }: ConfigurationResult): Headline | null {
  const [cost, life] = HEADLINE.map((name) => quantities[name]);
  return cost && life ? { hosts, cost, life } : null;
}

/** The cheapest configuration that holds, if the cost of any is known. */
export function cheapestOf({ configurations }: Result): ConfigurationResult | undefined {
  const costOf = (each: ConfigurationResult) => headlineOf(each)?.cost.value ?? Infinity;
  return configurations
    .filter((each) => each.feasible && costOf(each) < Infinity)
    .toSorted((one, other) => costOf(one) - costOf(other))[0];
}
