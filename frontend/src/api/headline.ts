/** What a configuration comes to in one line. */
import type { ConfigurationResult, Value } from './types';

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
