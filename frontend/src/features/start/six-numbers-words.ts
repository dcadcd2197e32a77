/** What the six numbers change in the plan, and how their answer is said. */
import type { Band, Outcome, Plan } from '@/api/types';
import { formatRoughShare, LONGEST_LIFE } from '@/lib/format';
import type { Json } from '@/lib/json';
import { getAt } from '@/plan/json-pointer';
import { editField } from '@/plan/plan-edits';

export const GROUP = '/workload/groups/0';
export const PEAK = '/iops_peak';
const AVERAGE = '/iops_average';

/** The average load follows the peak, as in the plan to start from. */
export function edited(plan: Plan, template: Plan, tail: string, value: number | undefined): Plan {
  const next = editField(plan, GROUP + tail, value);
  if (tail !== PEAK) return next;
  const [peak, average] = [PEAK, AVERAGE].map((each) => getAt(template, GROUP + each) as number);
  const follows: Json | undefined =
    value === undefined || !peak ? undefined : (value * (average ?? 0)) / peak;
  return editField(next, GROUP + AVERAGE, follows);
}

/** Nobody knows more of a longer life than that it is longer. */
export function inYears({ low, mid, high }: Band): Band {
  return {
    low: low === null ? null : Math.min(low, LONGEST_LIFE),
    mid,
    high: high === null || high > LONGEST_LIFE ? null : high,
  };
}

/** The chance of that, behind a life; nothing where it is not known. */
export const chance = (value: number | null | undefined, years: number): string =>
  value == null ? '' : `, ${formatRoughShare(value)} chance within ${String(years)}`;

/** The range of 90 % of simulations. */
export function range({ low, high }: Band, write: (value: number) => string): string | undefined {
  if (low === null) return undefined;
  if (high === null) return `${write(low)} or more`;
  const [least, most] = [write(low), write(high)];
  return least === most ? least : `${least} to ${most}`;
}

/** How many of the simulations the hosts cover, after another sentence. */
export function covered({ coverage_text: text }: Outcome): string {
  return text ? ` ${text}` : '';
}
