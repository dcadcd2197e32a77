/** States of a host's memory, from best to worst. */
import type { MemoryState } from '@/api/types';

export const MEMORY_STATES = ['high', 'clear', 'soft', 'hard', 'low'] as const satisfies MemoryState[];
