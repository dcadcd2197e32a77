import type { Plan } from '@/api/types';
import { layoutOf } from '@/plan/layout';

import { type View, VIEWS } from './plan-address';

/** The views that apply to a plan, and the one that is open: a link to it works whatever the plan has become. */
export function viewsOf(plan: Plan, open: View, pinned: boolean): readonly View[] {
  // A plan that is being corrected may lack anything.
  const configurations = Array.isArray(plan.configurations) ? plan.configurations : [];
  const applies: Partial<Record<View, boolean>> = {
    burst: configurations.some((each) => layoutOf(each) !== 'external'),
    storage: configurations.some((each) => layoutOf(each) !== 'external'),
    'read-cache': configurations.some((each) => each.read_cache != null),
    scenarios: pinned,
  };
  return VIEWS.filter((each) => each === open || (applies[each] ?? true));
}
