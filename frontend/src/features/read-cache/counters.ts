/** The counters of a running cache as they are typed, and the question that they make. */
import type { AdviceRequest, AdviceThresholds, CacheStatistics } from '@/api/types';

export type Way = 'paste' | 'fields';

export interface Counters {
  num_blocks: number | undefined;
  num_blocks_cached: number | undefined;
  evictions_per_op: number | undefined;
  hit_share: number | undefined;
}

/** The counters by the names under which the hypervisor prints them. */
export const CounterFields = [
  'numBlocks',
  'numBlocksCurrentlyCached',
  'Evict:avgNumBlocksPerOp',
  'vFlash:cacheHitPercentage',
] as const;

export const NO_COUNTERS: Counters = {
  num_blocks: undefined,
  num_blocks_cached: undefined,
  evictions_per_op: undefined,
  hit_share: undefined,
};

export function isStarted(counters: Counters): boolean {
  return Object.values(counters).some((each) => each !== undefined);
}

/** What is given; the API says what is needed. */
function statisticsOf(counters: Counters): CacheStatistics {
  return Object.fromEntries(
    Object.entries(counters).filter(([, value]) => value !== undefined),
  ) as unknown as CacheStatistics;
}

/** Own thresholds in place of the usual ones; what is left out keeps the usual one. */
export type Thresholds = Partial<Record<keyof AdviceThresholds, number | undefined>>;

interface Asked {
  way: Way;
  text: string;
  counters: Counters;
  comparing: boolean;
  previousText: string;
  previous: Counters;
  blockKib: number | undefined;
  thresholds: Thresholds;
}

export function requestOf(asked: Asked): AdviceRequest {
  const { way, text, counters, comparing, previousText, previous, blockKib } = asked;
  const own = Object.fromEntries(
    Object.entries(asked.thresholds as Record<string, number | undefined>).filter(
      ([, each]) => each !== undefined,
    ),
  );
  const size = {
    ...(blockKib !== undefined && { block_kib: blockKib }),
    ...(Object.keys(own).length > 0 && { thresholds: own }),
  };
  if (way === 'paste') {
    const compared = comparing && previousText.trim() !== '';
    return { text, ...(compared && { previous_text: previousText }), ...size };
  }
  const compared = comparing && isStarted(previous);
  return {
    statistics: statisticsOf(counters),
    ...(compared && { previous: statisticsOf(previous) }),
    ...size,
  };
}
