/** The prices that the lines of a quote come to, with the parts that are chosen for them. */
import type { PartPrice, QuoteLine, QuoteReading } from '@/api/types';

import { isCurrency, isDate } from './rows';

/** The part of a line by its number, where somebody has changed it: null is none. */
export type Picked = Readonly<Record<number, string | null>>;

/** What holds for all lines that do not say it. */
export interface Common {
  quote: string;
  source: string;
  currency: string;
  date: string;
  validUntil: string;
}

export const partOf = (line: QuoteLine, picked: Picked): string | null => {
  const own = picked[line.line];
  return own === undefined ? line.part : own;
};

/** The prices, and what stands against using them. */
export function pricesOfQuote(
  { lines }: QuoteReading,
  picked: Picked,
  common: Common,
): { prices: PartPrice[]; problem: string | null } {
  const prices = new Map<string, PartPrice>();
  let problem: string | null = null;
  for (const line of lines) {
    const part = partOf(line, picked);
    if (part === null || line.unit_price === null) continue;
    const price: PartPrice = {
      part,
      price: line.unit_price,
      currency: line.currency ?? common.currency,
      date: line.date ?? common.date,
      ...(common.validUntil && { valid_until: common.validUntil }),
      ...(common.source && { source: common.source }),
      ...(common.quote && { quote: common.quote }),
      ...(line.discount_share && { discount_share: line.discount_share }),
    };
    const other = prices.get(part);
    if (other && (other.price !== price.price || other.currency !== price.currency)) {
      problem = `Line ${String(line.line)} is a part that another line has at another price: choose one of them.`;
    }
    prices.set(part, price);
  }
  if (!isCurrency(common.currency)) problem = 'The currency is three letters, such as EUR.';
  if (!isDate(common.date) || (common.validUntil !== '' && !isDate(common.validUntil))) {
    problem = 'A date is written like 2026-11-20, 2026-11 or 2026.';
  }
  return { prices: [...prices.values()], problem };
}
