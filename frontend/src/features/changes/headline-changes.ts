import { type Headline, headlineOf } from '@/api/headline';
import type { Result, Value } from '@/api/types';
import { formatMoneyShort, formatRoughYears, formatValue, type NumberFormat, unitOf } from '@/lib/format';

type Key = 'hosts' | 'cost' | 'life';

export interface HeadlineChange {
  configuration: string;
  name: string;
  place: number;
  /** What moved, with its unit behind, and what it is where the unit does not say so. */
  moves: { key: Key; label?: string; before: string; after: string; unit: string }[];
}

interface Written {
  key: Key;
  label?: string;
  format: NumberFormat;
  unit: string;
  /** With as many digits as are known. */
  short?: (value: number) => string;
}

/** The numbers that people ask for first. */
const HEADLINES: Written[] = [
  { key: 'hosts', format: 'count', unit: 'hosts' },
  { key: 'cost', format: 'money', unit: 'currency', short: formatMoneyShort },
  { key: 'life', label: 'drives last', format: 'number', unit: 'years', short: formatRoughYears },
];

/** Headline numbers that differ between two results, as text, for each configuration that has any. */
export function headlineChanges(before: Result, after: Result): HeadlineChange[] {
  return after.configurations.flatMap((configuration, place): HeadlineChange[] => {
    const earlier = before.configurations.find(({ key }) => key === configuration.key);
    const [was, now] = [earlier && headlineOf(earlier), headlineOf(configuration)];
    if (!was || !now) return [];
    const moves = HEADLINES.flatMap((written) => moveOf(written, was, now, after.currency));
    return moves.length === 0
      ? []
      : [{ configuration: configuration.key, name: configuration.name, place, moves }];
  });
}

function moveOf(
  { key, label, format, unit, short }: Written,
  was: Headline,
  now: Headline,
  currency: string,
) {
  const [before, after] = [was[key], now[key]];
  if (before.state === after.state && before.value === after.value) return [];
  const whole = (value: Value) => formatValue(value, format, unit, currency);
  const rough = (value: Value) =>
    short !== undefined && value.value !== null ? short(value.value) : whole(value).text;
  // All digits where fewer hide the difference.
  const write = rough(before) === rough(after) ? (value: Value) => whole(value).text : rough;
  return [
    {
      key,
      label,
      before: write(before),
      after: write(after),
      unit: unitOf(after.value ?? 0, whole(after).unit),
    },
  ];
}
