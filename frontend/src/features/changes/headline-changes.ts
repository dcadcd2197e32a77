import type { Decision, DecisionRow, Figure } from '@/api/types';
import { formatNumber, formatValue, unitOf } from '@/lib/format';

type Key = 'hosts' | 'cost' | 'life';

export interface HeadlineChange {
  configuration: string;
  name: string;
  place: number;
  /** What moved, with its unit behind, and what it is where the unit does not say so. */
  moves: { key: Key; label?: string; before: string; after: string; unit: string }[];
}

/** The numbers that people ask for first, and each with all its digits. */
const HEADLINES: { key: Key; label?: string; whole: (value: number) => string }[] = [
  { key: 'hosts', whole: formatNumber },
  { key: 'cost', whole: (value) => formatValue({ value, state: 'evaluated' }, 'money', '', '').text },
  { key: 'life', label: 'drives last', whole: (value) => `${formatNumber(value)}\u00a0y` },
];

const NOTHING = '\u2013';

/** Figures of the rows of two decisions that differ, for each configuration that has any: in the order of the rows. */
export function headlineChanges(before: Decision, after: Decision): HeadlineChange[] {
  return after.rows.flatMap((row): HeadlineChange[] => {
    const { configuration, name, place } = row;
    const earlier = before.rows.find((each) => each.configuration === configuration);
    const moves = earlier ? movesOf(earlier, row, after.currency) : [];
    return moves.length === 0 ? [] : [{ configuration, name, place, moves }];
  });
}

function movesOf(earlier: DecisionRow, row: DecisionRow, currency: string): HeadlineChange['moves'] {
  return HEADLINES.flatMap(({ key, label, whole }) => {
    const [was, now] = [earlier[key], row[key]];
    if ((was?.value ?? null) === (now?.value ?? null) && was?.text === now?.text) return [];
    // All digits where fewer hide the difference.
    const hidden = was?.text === now?.text;
    const write = (figure: Figure | null) =>
      hidden && figure?.value != null ? whole(figure.value) : (figure?.text ?? NOTHING);
    const [before, after] = [write(was), write(now)];
    return before === after ? [] : [{ key, label, before, after, unit: unitBehind(key, now, currency) }];
  });
}

/** The unit of a figure; that of a life is part of its text. */
function unitBehind(key: Key, figure: Figure | null, currency: string): string {
  return key === 'hosts' ? unitOf(figure?.value ?? 0, 'hosts') : key === 'cost' ? currency : '';
}
