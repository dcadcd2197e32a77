/** Numbers as people type and paste them, read as a whole or not at all: none is silently changed. */

import { LANGUAGE } from './format';

export type Parsed = { number: number } | { problem: string };

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

function marks(locale?: string): { decimal: string; group: string } {
  const parts = new Intl.NumberFormat(locale).formatToParts(1_000_000.5);
  const find = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { decimal: find('decimal'), group: find('group') };
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The number without marks for thousands and with a decimal point, if it is one in this language. */
function plainIn(text: string, locale?: string): string | undefined {
  const { decimal, group } = marks(locale);
  let plain = text.trim().replace(/^\u2212/, '-');
  const grouped = new RegExp(`^[+-]?[1-9]\\d{0,2}(${escaped(group)}\\d{3})+(${escaped(decimal)}\\d*)?$`);
  if (group && grouped.test(plain)) plain = plain.replaceAll(group, '');
  // Spaces of any width are what many people group with.
  plain = plain.replace(/(\d)[\s\u00a0\u202f](?=\d{3})/g, '$1').replace(decimal, '.');
  return NUMBER.test(plain) ? plain : undefined;
}

/** Reads a number as it would be written here, and only else with the marks of the browser's own language. */
export function parseNumber(text: string, whole: boolean, own?: string): Parsed {
  const plain = plainIn(text, LANGUAGE) ?? plainIn(text, own);
  if (plain === undefined) return { problem: 'Not a number: write 1234.5 like that.' };
  const number = Number(plain);
  if (!Number.isFinite(number)) return { problem: 'This number is too large.' };
  if (whole && !Number.isInteger(number)) return { problem: 'Whole numbers only.' };
  return { number };
}
