/** A logarithmic axis of years: lives of drives go from weeks to centuries. */

const TICKS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 10_000, 100_000];

/** What the range of a life stands for; that of the advice, in which more varies, is another. */
export const LIFE_RANGE =
  'the bar holds 90\u00a0% of the cases where only the writes, and their amplification inside the drive, vary';

/** The ends of an axis that shows all of the values. */
export function endsOfYears(values: readonly number[]): [number, number] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const low = TICKS.findLast((tick) => tick < least) ?? least / 2;
  const high = TICKS.find((tick) => tick > most) ?? most * 2;
  return [low, high];
}

/** The years that are written at an axis. */
export function ticksWithin(from: number, to: number): number[] {
  return TICKS.filter((tick) => tick >= from && tick <= to);
}
