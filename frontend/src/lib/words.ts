/** Search by words: what is found has all of them somewhere, in any order. */

export const wordsOf = (text: string | undefined) => (text ?? '').toLowerCase().split(/\s+/).filter(Boolean);

export function hasWords(words: readonly string[], texts: readonly (string | null | undefined)[]): boolean {
  const all = texts.join(' ').toLowerCase();
  return words.every((word) => all.includes(word));
}
