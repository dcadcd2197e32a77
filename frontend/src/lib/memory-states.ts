/** States of a host's memory, from best to worst, in words. */
import type { MemoryState } from '@/api/types';

export const MEMORY_STATES = ['high', 'clear', 'soft', 'hard', 'low'] as const satisfies MemoryState[];

/** What a state does to VMs. */
export const STATE_WORDS: Record<MemoryState, string> = {
  high: 'high: nothing is reclaimed',
  clear: 'clear: pages are shared',
  soft: 'soft: balloons inflate',
  hard: 'hard: memory is swapped',
  low: 'low: VMs are blocked',
};
