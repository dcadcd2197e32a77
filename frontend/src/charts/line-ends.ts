/** Where names of lines stand at their ends. */

export interface EndOfLine {
  key: string;
  name: string;
  /** Place of the configuration, which gives the sign. */
  index: number;
  /** Where the line ends; null where it does not get there. */
  value: number | null;
}

export interface LineName extends EndOfLine {
  value: number;
}

/** The lines that end somewhere; of those that cannot be told apart the first, with how many more there are. */
export function namesOf(lines: readonly EndOfLine[], together: readonly (readonly string[])[]): LineName[] {
  const drawn = lines.filter((each): each is LineName => each.value !== null);
  return drawn.flatMap((line) => {
    const keys = together.find((each) => each.includes(line.key)) ?? [line.key];
    const alike = drawn.filter((each) => keys.includes(each.key));
    if (alike[0] !== line) return [];
    if (alike.length === 1) return [line];
    const name =
      alike.length === drawn.length && alike.length > 2
        ? `all ${String(alike.length)}`
        : alike.map((each) => each.name).join(' and ');
    return [{ ...line, name }];
  });
}

/** Places as near to the wanted ones as they can be without touching, from `top` to `bottom`. */
export function spread(
  wanted: readonly { at: number; size: number }[],
  top: number,
  bottom: number,
): number[] {
  const order = wanted
    .map((_, index) => index)
    .toSorted((a, b) => (wanted[a]?.at ?? 0) - (wanted[b]?.at ?? 0));
  const places = wanted.map(({ at }) => at);
  let edge = top;
  for (const index of order) {
    const { at, size } = wanted[index] ?? { at: 0, size: 0 };
    places[index] = Math.max(at, edge + size / 2);
    edge = (places[index] ?? 0) + size / 2;
  }
  edge = bottom;
  for (const index of order.toReversed()) {
    const { size } = wanted[index] ?? { size: 0 };
    places[index] = Math.min(places[index] ?? 0, edge - size / 2);
    edge = (places[index] ?? 0) - size / 2;
  }
  return places;
}

/** A name in at most so many lines of so many letters; what does not fit is cut. */
export function wrapped(name: string, letters: number, lines: number): string[] {
  const rows: string[] = [];
  for (const word of name.split(' ')) {
    const last = rows.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters)
      rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  const kept = rows
    .slice(0, lines)
    .map((row) => (row.length > letters ? `${row.slice(0, letters - 1)}\u2026` : row));
  if (rows.length > lines) kept[lines - 1] = `${(kept.at(-1) ?? '').slice(0, letters - 1)}\u2026`;
  return kept;
}
