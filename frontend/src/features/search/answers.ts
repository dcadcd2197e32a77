/** The answers of a search as they are shown. */
import type { Hit, OptionFound } from '@/api/types';

type Range = readonly [number, number];

export interface Ranges {
  hosts: Range;
  cost: Range;
  /** Of flash life in years; nothing where no answer has an end of it. */
  life: Range | undefined;
}

const spanOf = (values: readonly number[]): Range => [Math.min(...values), Math.max(...values)];

/** The smallest and the largest hosts, cost and life; nothing where there is nothing to narrow down. */
export function rangesOf(hits: readonly Hit[]): Ranges | undefined {
  const hosts = hits.flatMap(({ hosts: { value } }) => value ?? []);
  const costs = hits.flatMap(({ cost: { value } }) => value ?? []);
  const lives = hits.flatMap(({ life_years: { value } }) => value ?? []);
  if (hosts.length < 2) return undefined;
  return { hosts: spanOf(hosts), cost: spanOf(costs), life: lives.length === 0 ? undefined : spanOf(lives) };
}

/** Hosts and cost of what was drawn around, life as it is narrowed down already; nothing where that is no answer. */
export function rangesAround(
  hits: readonly Hit[],
  chosen: readonly Hit[],
  now: Ranges | undefined,
): Ranges | undefined {
  const all = rangesOf(hits);
  const hosts = chosen.flatMap(({ hosts: { value } }) => value ?? []);
  const costs = chosen.flatMap(({ cost: { value } }) => value ?? []);
  if (!all || hosts.length === 0) return undefined;
  return { hosts: spanOf(hosts), cost: spanOf(costs), life: now?.life ?? all.life };
}

/** Whether an answer lies within all ranges. */
export function isIn({ hosts, cost, life_years: life }: Hit, ranges: Ranges | undefined): boolean {
  if (!ranges) return true;
  const holds = (range: Range | undefined, value: number | null) =>
    range === undefined || value === null || (range[0] <= value && value <= range[1]);
  return holds(ranges.hosts, hosts.value) && holds(ranges.cost, cost.value) && holds(ranges.life, life.value);
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
