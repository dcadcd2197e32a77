/** Fields that are often the same in all VM groups: sizes, input and output, growth. */
import type { Plan } from '@/api/types';
import { formatListed } from '@/lib/format';
import type { Json } from '@/lib/json';
import { toPercent } from '@/lib/percent';
import type { FieldSpec, Part } from '@/plan/form-types';
import { getAt } from '@/plan/json-pointer';
import { setField } from '@/plan/plan-edits';

const GROUPS = '/workload/groups';

/** What says how many there are, or is measured as a whole, is no fact of all of them. */
const TAILS = /^\/(?:vcpu|memory_gib|iops_\w+|read_share|io_kib|\w+_growth_rate)$/;

export const sharedFields = (parts: readonly Part[]): FieldSpec[] =>
  parts
    .flatMap((part) => part.fields)
    .filter((spec) => TAILS.test(spec.tail))
    // One line each.
    .map(({ slider: _, ...spec }) => spec);

export interface Shared {
  /** The value of all groups, where they have the same. */
  value: number | undefined;
  /** From the least to the greatest, where they have not. */
  range: string | undefined;
}

/** What the groups of a plan have in a field. */
export function sharedValue(plan: Plan, { tail, kind }: FieldSpec): Shared {
  const values = plan.workload.groups.map((_, place) => getAt(plan, `${GROUPS}/${String(place)}${tail}`));
  const known = values.filter((value) => typeof value === 'number');
  const [first] = known;
  if (first === undefined) return { value: undefined, range: undefined };
  const least = Math.min(...known);
  const most = Math.max(...known);
  if (least === most && known.length === values.length) return { value: first, range: undefined };
  const [low, high] = [least, most].map((each) => formatListed(kind === 'share' ? toPercent(each) : each));
  return {
    value: undefined,
    range: low === high ? `${String(low)}, not all` : `${String(low)} to ${String(high)}`,
  };
}

/** The plan with a value in all groups; without one, where they can do without. */
export function inAllGroups(plan: Plan, spec: FieldSpec, value: Json | undefined): Plan {
  if (value === undefined && spec.optional !== true) return plan;
  return plan.workload.groups.reduce(
    (next, _, place) => setField(next, `${GROUPS}/${String(place)}${spec.tail}`, value),
    plan,
  );
}
