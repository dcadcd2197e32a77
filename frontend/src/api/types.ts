import type * as Generated from './generated/types.gen';

export type * from './generated/types.gen';

/** The plan document. The generator loses the type of the remarks, whose keys follow a pattern. */
export type Plan = Omit<Generated.Plan, 'remarks'> & { remarks?: Record<string, Generated.Remark> };
export type SavedPlan = Omit<Generated.SavedPlan, 'plan'> & { plan: Plan };
/** The answer to a plan, with its decision. */
export type Result = Generated.Evaluated;
