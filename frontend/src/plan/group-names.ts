/** What refers to a VM group by its name follows when the group is renamed. */
import type { Plan } from '@/api/types';
import type { Json } from '@/lib/json';

/** The plan whose dated events belong to a group by the name that it is about to get; others are left as they are. */
export function withGroupRenamed(plan: Plan, pointer: string, name: Json | undefined): Plan {
  const [, index] = /^\/workload\/groups\/(\d+)\/name$/.exec(pointer) ?? [];
  const { groups, events = [] } = plan.workload;
  const before = index === undefined ? undefined : groups[Number(index)]?.name;
  if (before === undefined || typeof name !== 'string') return plan;
  // Of groups that share a name, none is meant by it.
  const meant = groups.filter((each) => each.name === before).length === 1;
  if (!meant || !events.some((each) => each.group === before)) return plan;
  const renamed = events.map((each) => (each.group === before ? { ...each, group: name } : each));
  return { ...plan, workload: { ...plan.workload, events: renamed } };
}
