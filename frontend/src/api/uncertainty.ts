import { questionQuery } from './questions';
import type { Plan } from './types';

/**
 * How sure the answer to a plan is, with the decision simulated, its differences to the same reference as those of the
 * answer; for a plan seen through a shared link, by the token of the link.
 */
export const uncertaintyQuery = (plan: Plan, reference: string | undefined, token?: string) =>
  questionQuery('uncertainty', token ?? plan, reference === undefined ? {} : { reference });
