/** Money of configurations as a chart draws it: as it is, or as the distance from the reference. */
import type { ConfigurationResult, Result } from '@/api/types';
import { formatMoneyShort } from '@/lib/format';

/** A difference with its sign; zero has none. */
export const signed = (value: number, write: (size: number) => string) =>
  value === 0 ? write(0) : `${value < 0 ? '\u2212' : '+'}${write(Math.abs(value))}`;

export interface PartsLine {
  name: string;
  amounts: (number | null)[];
  /** What is written at the end of the bar. */
  total: string;
}

/** The parts of a configuration, or how far they are from those of another one. */
export function partsLine(
  configuration: ConfigurationResult,
  reference: ConfigurationResult | undefined,
): PartsLine {
  const other = reference?.cost_parts.map((each) => each.amount.value);
  const amounts = configuration.cost_parts.map((each, index) => {
    const amount = each.amount.value;
    if (!other) return amount;
    const against = other[index] ?? null;
    return amount === null || against === null ? null : amount - against;
  });
  const sum = amounts.reduce<number>((all, each) => all + (each ?? 0), 0);
  const isWhole = amounts.every((each) => each !== null);
  const written = other ? signed(sum, formatMoneyShort) : formatMoneyShort(sum);
  // A difference without a part says nothing of its size.
  const total = isWhole ? written : other ? 'not evaluated' : `at least ${written}`;
  return { name: configuration.name, amounts, total };
}

export interface Year {
  year: number;
  amounts: (number | null)[];
  cumulative: (number | null)[];
}

export function yearsOf(result: Result): Year[] {
  const years = [
    ...new Set(result.configurations.flatMap((each) => each.cash_flow.map((flow) => flow.year))),
  ];
  return years.map((year) => {
    const flows = result.configurations.map((each) => each.cash_flow.find((flow) => flow.year === year));
    return {
      year,
      amounts: flows.map((flow) => flow?.amount.value ?? null),
      cumulative: flows.map((flow) => flow?.cumulative.value ?? null),
    };
  });
}

/** A year as the distance of every configuration from the reference. */
export function apart({ year, amounts, cumulative }: Year, reference: number): Year {
  const from = (values: (number | null)[]) => {
    const zero = values[reference] ?? null;
    return values.map((each) => (each === null || zero === null ? null : each - zero));
  };
  return { year, amounts: from(amounts), cumulative: from(cumulative) };
}
