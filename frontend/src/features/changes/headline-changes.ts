import type { QuantityName, Result, Value } from '@/api/types';
import { formatMoneyShort, formatValue } from '@/lib/format';

export interface HeadlineChange {
  configuration: string;
  name: string;
  place: number;
  /** What moved, with its unit behind. */
  moves: { quantity: QuantityName; before: string; after: string; unit: string }[];
}

/** The numbers that people ask for first. */
const HEADLINES: QuantityName[] = ['hosts', 'cluster_tco'];

function same(a: Value, b: Value): boolean {
  return a.state === b.state && a.value === b.value;
}

/** Headline numbers that differ between two results, as text, for each configuration that has any. */
export function headlineChanges(before: Result, after: Result): HeadlineChange[] {
  const cellOf = (result: Result, quantity: QuantityName, configuration: string) =>
    result.rows
      .find((row) => row.quantity === quantity)
      ?.cells.find((cell) => cell.configuration === configuration)?.value;
  return after.configurations.flatMap((configuration, place): HeadlineChange[] => {
    const moves = HEADLINES.flatMap((quantity) => {
      const row = after.rows.find((each) => each.quantity === quantity);
      const was = cellOf(before, quantity, configuration.key);
      const now = cellOf(after, quantity, configuration.key);
      if (!row || !was || !now || same(was, now)) return [];
      const whole = (value: Value) => formatValue(value, row.format, row.unit, after.currency);
      const short = (value: Value) =>
        row.format === 'money' && value.value !== null ? formatMoneyShort(value.value) : whole(value).text;
      // All digits where fewer hide the difference.
      const write = short(was) === short(now) ? (value: Value) => whole(value).text : short;
      return [{ quantity, before: write(was), after: write(now), unit: whole(now).unit }];
    });
    return moves.length === 0
      ? []
      : [{ configuration: configuration.key, name: configuration.name, place, moves }];
  });
}
