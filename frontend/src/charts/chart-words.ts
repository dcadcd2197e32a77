import type { ChartWords, Result } from '@/api/types';

export type ChartKey = ChartWords['key'];

/** What a chart of a result says; nothing where there is nothing to draw. */
export const wordsOf = ({ decision }: Pick<Result, 'decision'>, key: ChartKey): ChartWords | undefined =>
  decision?.charts?.words.find((each) => each.key === key);
