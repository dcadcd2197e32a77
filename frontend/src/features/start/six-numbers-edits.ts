/** What the six numbers change in the plan. */
import type { Plan } from '@/api/types';
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
