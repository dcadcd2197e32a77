import type { Expansion, Result } from '@/api/types';

export interface ExpansionMonth {
  month: number;
  /** What each configuration buys in the month, by key. */
  bought: ReadonlyMap<string, Expansion>;
}

/** The months in which some configuration buys hosts, in order. */
export function expansionMonths(result: Result): ExpansionMonth[] {
  const months = new Map<number, Map<string, Expansion>>();
  for (const { key, expansion } of result.configurations) {
    for (const each of expansion) {
      const bought = months.get(each.month) ?? new Map<string, Expansion>();
      months.set(each.month, bought.set(key, each));
    }
  }
  return [...months].sort(([a], [b]) => a - b).map(([month, bought]) => ({ month, bought }));
}
