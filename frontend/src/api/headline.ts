/** What is asked for with the answer to a plan. */
import type { ConfigurationResult, Value } from './types';

/** The quantities that the comparison's pictures and lines read: while a plan is edited no others are requested. */
export const COMPARED_QUANTITIES = [
  'cluster_tco',
  'flash_life_years',
  'known_wear_out_probability',
  'known_parts_cost',
  'warranty_years',
] as const;

/** What is asked for while a plan is edited: the decision, what charts say, and what the comparison shows. */
export const SHOWN_PARTS = ['decision', 'charts', ...COMPARED_QUANTITIES].join();

/** What is asked for where all figures are shown, by month and with their prices. */
export const WHOLE_PARTS = ['decision', 'charts', 'inputs', 'monthly', 'prices', 'quantities', 'rows'].join();

export type ComparedQuantity = (typeof COMPARED_QUANTITIES)[number];

type Quantities = Pick<ConfigurationResult, 'quantities'>;

export const comparedValue = ({ quantities }: Quantities, name: ComparedQuantity): Value | undefined =>
  quantities[name];
