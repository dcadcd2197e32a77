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

/** The cheapest configuration that holds; none where one that may hold misses a limit or its cost. */
export function cheapestOf({ configurations }: Result): ConfigurationResult | undefined {
  const costOf = (each: ConfigurationResult) => headlineOf(each)?.cost.value ?? Infinity;
  const feasible = configurations.filter((each) => each.feasible);
  if (feasible.some((each) => each.at_least || costOf(each) === Infinity)) return undefined;
  return feasible.toSorted((one, other) => costOf(one) - costOf(other))[0];
}
