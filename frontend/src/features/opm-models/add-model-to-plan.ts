/** Own models in a plan: the plan holds a copy, so that it stays what it is when the library's model changes. */
import type { OpmModel, Plan } from '@/api/types';
import { equal, withoutNulls } from '@/lib/json';
import { dropRemarks } from '@/plan/plan-edits';

/** The plan with a copy of the model; a copy that it has under the same key is brought up to date in its place. */
export function addModelToPlan(plan: Plan, model: OpmModel): Plan {
  const copy = withoutNulls(model);
  const models = plan.opm_models ?? [];
  const place = models.findIndex((each) => each.key === copy.key);
  if (place === -1) return { ...plan, opm_models: [...models, copy] };
  if (equal(models[place], copy)) return plan;
  const changed = { ...plan, opm_models: models.map((each, index) => (index === place ? copy : each)) };
  return dropRemarks(changed, `/opm_models/${place}`);
}

export type Copy = 'none' | 'same' | 'other';

/** Whether the plan holds the model, or another one under its key. */
export function copyInPlan(plan: Plan, model: OpmModel): Copy {
  const held = plan.opm_models?.find((each) => each.key === model.key);
  if (!held) return 'none';
  return equal(withoutNulls(held), withoutNulls(model)) ? 'same' : 'other';
}

/** The plan in which exactly these VM groups follow the model, beside those that follow another one. */
export function followModel(plan: Plan, key: string, groups: readonly string[]): Plan {
  const followed = plan.workload.groups.map((group, place) => {
    const follows = groups.includes(group.name);
    if (follows === (group.opm_model === key)) return { group, place: null };
    const { opm_model: _, ...rest } = group;
    return { group: follows ? { ...group, opm_model: key } : rest, place };
  });
  const changed: Plan = {
    ...plan,
    workload: { ...plan.workload, groups: followed.map((each) => each.group) },
  };
  return followed.reduce(
    (each, { place }) => (place === null ? each : dropRemarks(each, `/workload/groups/${place}/opm_model`)),
    changed,
  );
}
