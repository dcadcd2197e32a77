import type { ExplanationNode } from '@/api/types';
import {
  formatExact,
  formatForUnit,
  formatFull,
  formatMoney,
  stateText,
  unitOf,
  unitText,
} from '@/lib/format';

/** A value of a node as text with its unit. */
export function valueText(
  node: ExplanationNode,
  index: number,
  currency: string,
  write: (value: number) => string = formatExact,
): { text: string; full: string } {
  const value = node.values[index];
  const state = node.states[index] ?? node.states[0] ?? 'not_evaluated';
  if (value === null || value === undefined) return { text: stateText(state), full: stateText(state) };
  if (node.quantity.endsWith('_flag')) {
    const text = value === 0 ? 'no' : 'yes';
    return { text, full: text };
  }
  const unit = unitOf(value, unitText(node.unit, currency));
  const number = amountText(node, value, currency, write);
  return { text: unit ? `${number} ${unit}` : number, full: `${formatFull(value)} ${unit}`.trim() };
}

/** An amount in the unit of a node, without it. */
export function amountText(
  node: Pick<ExplanationNode, 'unit' | 'quantity'>,
  value: number,
  currency: string,
  write: (value: number) => string = formatExact,
): string {
  // The API may have put the plan's currency in already.
  const money =
    formatForUnit(node.unit, node.quantity) === 'money' ||
    (currency !== '' && unitText(node.unit, currency).split('/')[0] === currency);
  return money ? formatMoney(value) : write(value);
}

/** The values of a node in a few words: one, or how many and the first. */
export function summaryText(node: ExplanationNode, currency: string): { text: string; full: string } {
  if (node.values.length <= 1) return valueText(node, 0, currency);
  const texts = node.values.map((_, index) => valueText(node, index, currency).text);
  const distinct = new Set(texts);
  if (distinct.size === 1) return { text: texts[0] ?? '', full: texts.join(', ') };
  return {
    text:
      texts.length <= 3
        ? texts.join(', ')
        : `${texts.slice(0, 2).join(', ')}, \u2026 (${String(texts.length)} values)`,
    full: texts.join(', '),
  };
}
