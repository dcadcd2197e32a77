import { unwrap } from '@/api/client';
import { evaluate } from '@/api/generated/sdk.gen';
import type { Plan } from '@/api/types';

/** Throws what is wrong unless the API accepts the document as a plan. */
export async function checkPlan(plan: Plan): Promise<void> {
  await unwrap(evaluate({ body: plan, query: { include: 'hosts' } }));
}
