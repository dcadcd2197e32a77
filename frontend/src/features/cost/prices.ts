import type { Price } from '@/api/types';

/** One price, with all configurations that it holds for. */
export interface PriceLine {
  price: Price;
  /** Keys of the configurations; none for a price that all share. */
  configurations: string[];
}

const SAME = [
  'quantity',
  'value',
  'status',
  'date',
  'source',
  'confidence',
  'note',
] as const satisfies (keyof Price)[];

/** The prices, those that are the same for several configurations only once. */
export function priceLines(prices: readonly Price[]): PriceLine[] {
  const lines = new Map<string, PriceLine>();
  for (const price of prices) {
    const key = JSON.stringify(SAME.map((name) => price[name]));
    const line = lines.get(key) ?? { price, configurations: [] };
    if (price.configuration !== null) line.configurations.push(price.configuration);
    lines.set(key, line);
  }
  return [...lines.values()];
}

/** The remark on the age of a price: old, or without a date where the catalogue should have one. */
export function ageWords(price: Price): string | null {
  if (price.is_old) return `old: ${String(price.age_months)} months`;
  return price.date == null && price.status === 'catalogue' ? 'age unknown' : null;
}
