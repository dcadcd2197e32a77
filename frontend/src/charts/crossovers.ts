import type { Result } from '@/api/types';

export interface Turn {
  /** Place of the configuration. */
  index: number;
  key: string;
  month: number;
  year: number;
}

/** When sums so far fall below that of the reference, or rise above it, in words; empty where nothing is compared. */
export function turnsInWords({ configurations }: Result): string {
  const texts = configurations.flatMap(({ crossover }) => (crossover ? [crossover.text] : []));
  return texts.length > 0 ? `. ${texts.join(' ')}` : '';
}

/** The months in which they do; one that does from the purchase on, or never, has none. */
export function turnsOf({ configurations }: Result): Turn[] {
  return configurations.flatMap(({ key, crossover }, index) =>
    crossover?.month && crossover.year ? [{ index, key, month: crossover.month, year: crossover.year }] : [],
  );
}
