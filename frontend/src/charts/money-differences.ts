/** Money of configurations as a chart draws it: as it is, or as the distance from the reference. */
import type { ConfigurationResult, Result } from '@/api/types';

/** A difference with its sign; zero has none. */
export const signed = (value: number, write: (size: number) => string) =>
  value === 0 ? write(0) : `${value < 0 ? '\u2212' : '+'}${write(Math.abs(value))}`;

export interface PartsLine {
  name: string;
  amounts: (number | null)[];
  /** What is written at the end of the bar. */
  total: string;
}

/** The parts of a configuration, or how far they are from those of the reference. */
export function partsLine(
  { key, name, cost_parts: parts }: ConfigurationResult,
  result: Pick<Result, 'decision'>,
  differs: boolean,
): PartsLine {
  const money = moneyOf(result, key);
  return differs
    ? { name, amounts: money?.parts_apart ?? [], total: money?.difference?.text ?? '' }
    : { name, amounts: parts.map((each) => each.amount.value), total: money?.total.text ?? '' };
}

const moneyOf = ({ decision }: Pick<Result, 'decision'>, key: string) =>
  decision?.charts?.totals.find((each) => each.configuration === key);

export interface Year {
  year: number;
  amounts: (number | null)[];
  cumulative: (number | null)[];
}

/** Money by year, or how far it is from that of the reference. */
export function yearsOf(result: Pick<Result, 'configurations' | 'decision'>, differs: boolean): Year[] {
  const flows = result.configurations.map(({ key, cash_flow: own }) =>
    differs
      ? (moneyOf(result, key)?.years_apart ?? [])
      : own.map(({ year, amount, cumulative }) => ({
          year,
          amount: amount.value,
          cumulative: cumulative.value,
        })),
  );
  const years = [...new Set(flows.flatMap((own) => own.map((each) => each.year)))];
  return years.map((year) => {
    const here = flows.map((own) => own.find((each) => each.year === year));
    return {
      year,
      amounts: here.map((each) => each?.amount ?? null),
      cumulative: here.map((each) => each?.cumulative ?? null),
    };
  });
}
