/** The answers of a search as they are shown. */
import type { Hit, OptionFound } from '@/api/types';

export interface Ranges {
  hosts: readonly [number, number];
  cost: readonly [number, number];
}

/** The smallest and the largest number of hosts and cost; nothing where there is nothing to narrow down. */
export function rangesOf(hits: readonly Hit[]): Ranges | undefined {
  const hosts = hits.flatMap(({ hosts: { value } }) => value ?? []);
  const costs = hits.flatMap(({ cost: { value } }) => value ?? []);
  if (hosts.length < 2) return undefined;
  return {
    hosts: [Math.min(...hosts), Math.max(...hosts)],
    cost: [Math.min(...costs), Math.max(...costs)],
  };
}

/** Whether an answer lies within both ranges. */
export function isIn({ hosts, cost }: Hit, ranges: Ranges | undefined): boolean {
  if (!ranges) return true;
  const holds = ([low, high]: readonly [number, number], value: number | null) =>
    value === null || (low <= value && value <= high);
  return holds(ranges.hosts, hosts.value) && holds(ranges.cost, cost.value);
}

/** The options of a choice, the cheapest first, and last those with which nothing is feasible. */
export function ranked(options: readonly OptionFound[]): OptionFound[] {
  return [...options].sort((one, other) => (one.dearer ?? Infinity) - (other.dearer ?? Infinity) || 0);
}

/** The answers that are not among others. */
export function besides(hits: readonly Hit[], others: readonly Hit[]): Hit[] {
  const known = new Set(others.map((each) => each.text));
  return hits.filter((each) => !known.has(each.text));
}
