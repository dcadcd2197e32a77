import type * as Generated from './generated/types.gen';

export type * from './generated/types.gen';

/** The plan document. The generator loses the type of the remarks, whose keys follow a pattern. */
export type Plan = Omit<Generated.Plan, 'remarks'> & { remarks?: Record<string, Generated.Remark> };
/** The answer to a plan. Pages ask for it with the decision, which the answers of reports and jobs lack. */
export type Result = Generated.Decided;
export type SavedPlan = Omit<Generated.SavedPlan, 'plan'> & { plan: Plan };
