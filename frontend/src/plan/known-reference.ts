import type { Plan } from '@/api/types';

/** The reference, if the plan still has it. */
export function knownReference(plan: Plan, reference: string | undefined): string | undefined {
  return plan.configurations.some((each) => each.key === reference) ? reference : undefined;
}
