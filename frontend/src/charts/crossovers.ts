import type { Result } from '@/api/types';

export interface Turn {
  /** Place of the configuration. */
  index: number;
  key: string;
  month: number;
  year: number;
}

/** The months in which cumulative sums cross that of the reference for good; one that does from the purchase on, or never, has none. */
export function turnsOf({ configurations }: Result): Turn[] {
  return configurations.flatMap(({ key, crossover }, index) =>
    crossover?.month && crossover.year ? [{ index, key, month: crossover.month, year: crossover.year }] : [],
  );
}
