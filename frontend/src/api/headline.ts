/** The headline of a configuration: hosts, cost and life. */
import type { ConfigurationResult, Result, Value } from './types';

export const HEADLINE = ['cluster_tco', 'known_life_years', 'known_wear_out_probability'] as const;

/** The quantities that the comparison's pictures and lines read: while a plan is edited no others are requested. */
export const COMPARED_QUANTITIES = [...HEADLINE, 'known_parts_cost', 'warranty_years'] as const;

/** What is asked for while a plan is edited: the decision card, the words of charts, and what the comparison shows. */
export const SHOWN_PARTS = ['card', 'charts', ...COMPARED_QUANTITIES].join();

export type ComparedQuantity = (typeof COMPARED_QUANTITIES)[number];

type Quantities = Pick<ConfigurationResult, 'quantities'>;

export const comparedValue = ({ quantities }: Quantities, name: ComparedQuantity): Value | undefined =>
  quantities[name];

export interface Headline {
  hosts: Value;
  cost: Value;
  life: Value;
  /** The chance that the drives wear out within the horizon. */
  wearsOut: Value | undefined;
}

/** The headline from a result, or from a summary requested with these quantities and the hosts. */
export function headlineOf(configuration: Quantities & { hosts?: Value }): Headline | null {
  const [cost, life, wearsOut] = HEADLINE.map((name) => comparedValue(configuration, name));
  const hosts = configuration.hosts ?? configuration.quantities.hosts;
  return hosts && cost && life ? { hosts, cost, life, wearsOut } : null;
}

/** The cheapest admissible configuration; none if an admissible one has a limit not evaluated, or no cost. */
export function cheapestOf({ configurations }: Result): ConfigurationResult | undefined {
  const costOf = (each: ConfigurationResult) => headlineOf(each)?.cost.value ?? Infinity;
  const able = configurations.filter((each) => each.admissible);
  if (able.some((each) => each.at_least || costOf(each) === Infinity)) return undefined;
  return able.toSorted((one, other) => costOf(one) - costOf(other))[0];
}
