/** Numbers as people type and paste them, read as a whole or not at all: none is silently changed. */

export type Parsed = { number: number } | { problem: string };

function marks(locale?: string): { decimal: string; group: string } {
  const parts = new Intl.NumberFormat(locale).formatToParts(1_000_000.5);
  const find = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { decimal: find('decimal'), group: find('group') };
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Reads a number with the locale's marks; a point is a decimal mark everywhere unless it groups thousands. */
export function parseNumber(text: string, whole: boolean, locale?: string): Parsed {
  const { decimal, group } = marks(locale);
  let plain = text.trim().replace(/^\u2212/, '-');
  const grouped = new RegExp(`^[+-]?\\d{1,3}(${escaped(group)}\\d{3})+(${escaped(decimal)}\\d*)?$`);
  if (group && grouped.test(plain)) plain = plain.replaceAll(group, '');
  // Spaces of any width are what many people group with.
  plain = plain.replace(/(\d)[\s\u00a0\u202f](?=\d{3})/g, '$1').replace(decimal, '.');
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) {
    return { problem: `Not a number: write 1234${decimal}5 like that.` };
  }
  const number = Number(plain);
  if (!Number.isFinite(number)) return { problem: 'This number is too large.' };
  if (whole && !Number.isInteger(number)) return { problem: 'Whole numbers only.' };
  return { number };
}
