import { unwrap } from '@/api/client';
import { evaluate } from '@/api/generated/sdk.gen';
import type { Plan } from '@/api/types';

/** Whether the API takes a document for a plan; it says what is wrong by throwing. */
export async function checkPlan(plan: Plan): Promise<void> {
  await unwrap(evaluate({ body: plan }));
}
