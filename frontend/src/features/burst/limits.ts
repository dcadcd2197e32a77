/** What the limits of a write buffer rest on: read off the inputs that the model used. */
import type { BurstConfiguration, Input } from '@/api/types';

export type LimitBasis = 'measured' | 'derived' | 'vendor-stated' | 'assumed' | 'entered';

/** The inputs that can settle a limit, the first that has a value does; without any it is derated, so assumed. */
const SETTLED_BY = {
  destage_limit_mb_s: ['given_destage_limit_mb_s', 'measured_destage_limit_mb_s'],
  burst_write_mb_s: ['given_burst_write_mb_s', 'measured_burst_write_mb_s'],
} as const;
export type Limit = keyof typeof SETTLED_BY;

export function limitBasis(
  inputs: readonly Input[],
  configuration: BurstConfiguration,
  limit: Limit,
): LimitBasis {
  // The simulation itself says whether any rate is assumed; which of the two, and what the others are, the inputs say.
  if (!configuration.assumed && inputs.length === 0) return 'entered';
  for (const quantity of SETTLED_BY[limit]) {
    const record = inputs.find(
      (each) => each.quantity === quantity && each.configuration === configuration.key && each.value !== null,
    );
    if (record) return record.kind ?? 'entered';
  }
  return 'assumed';
}

/** What a threshold rests on. */
export function thresholdBasis(inputs: readonly Input[]): LimitBasis {
  return inputs.find((each) => each.quantity === 'destage_start_share')?.kind ?? 'vendor-stated';
}
