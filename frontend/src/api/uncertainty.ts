import { questionQuery } from './questions';
import type { Plan } from './types';

/** How many simulations a first picture has. */
export const FEW = 256;

/** VM groups times configurations up to which few simulations take no longer than an edit may wait. */
const MOST_AT_ONCE = 600;

/** Whether a first picture of few simulations comes before all of them. */
export const hasFirstPicture = ({ workload, configurations }: Plan) =>
  workload.groups.length * configurations.length <= MOST_AT_ONCE;

interface Asked {
  /** The configuration that differences refer to, where that is not the first. */
  reference: string | undefined;
  /** The token of the link that the plan is seen by, if any. */
  sharedBy?: string | undefined;
  /** How many simulations, where not as many as a plan of this size has. */
  simulations?: typeof FEW | undefined;
}

/**
 * How sure the answer to a plan is, with the decision simulated, its differences to the same reference as those of the
 * answer.
 */
export const uncertaintyQuery = (plan: Plan, { reference, sharedBy, simulations }: Asked) =>
  questionQuery('uncertainty', sharedBy ?? plan, {
    ...(reference !== undefined && { reference }),
    ...(simulations !== undefined && { simulations }),
  });
