/** Differences of answers in words. */
import type { Hit } from '@/api/types';
import { formatDifference } from '@/lib/format';

/** A share above or below, signed; "the same" where there is none. */
export function signedShare(share: number): string {
  return formatDifference(share, share, 'money') ?? 'the same';
}

/** Its cost against that of the configuration as it is. */
export function againstPlan({ against_plan: share }: Hit): string {
  return share === null ? '' : share === 0 ? 'as in the plan' : `${signedShare(share)} against the plan`;
}
