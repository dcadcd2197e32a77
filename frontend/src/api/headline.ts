/** The headline of a configuration: hosts, cost and life. */
import type { ConfigurationResult, Value } from './types';

const HEADLINE = ['cluster_tco', 'known_life_years', 'known_wear_out_probability'] as const;

/** What a line about a plan is written from: the card, for which of its configurations leads, and their figures. */
export const HEADLINE_PARTS = ['card', ...HEADLINE].join();

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
}

/** The headline of a configuration; none in a result without these quantities. */
export function headlineOf(configuration: ConfigurationResult): Headline | null {
  const [cost, life] = HEADLINE.map((name) => comparedValue(configuration, name));
  return cost && life ? { hosts: configuration.hosts, cost, life } : null;
}
