/** Prices that a plan has for a part, in place of those of its row in the catalogue. */
import type { CatalogueCell, Plan } from '@/api/types';
import { formatMonth } from '@/lib/format';
import { getAt } from '@/plan/json-pointer';

import { fieldText, specAt } from './labels';

export interface TypedPrice {
  pointer: string;
  label: string;
  /** With its currency: 3,400 USD. */
  text: string;
  value: number;
  whose: string;
  /** Its kind, and when it held. */
  note: string;
}

/** What a price of the plan is called by where it comes from. */
const KINDS = {
  given: ['your entry', 'entered'],
  imported: ['your quote', 'quoted'],
  assumed: ['the plan', 'estimate'],
  illustrative: ['the plan', 'estimate'],
} as const;

/** The prices among some fields of a plan. */
export function typedPrices(plan: Plan, pointers: readonly string[]): TypedPrice[] {
  return pointers.flatMap((pointer) => {
    const [spec, value] = [specAt(pointer), getAt(plan, pointer)];
    if (spec?.kind !== 'money' || typeof value !== 'number') return [];
    const remark = plan.remarks?.[pointer];
    const [whose, kind] = KINDS[remark?.status ?? 'given'];
    const note = remark?.date ? `${kind}, ${formatMonth(remark.date)}` : kind;
    return [{ pointer, label: spec.label, text: fieldText(plan, pointer, value), value, whose, note }];
  });
}

/** The price of one part, as a cell of the table that picks it; all memory of a host has another. */
export function ownCell(typed: readonly TypedPrice[]): CatalogueCell | undefined {
  const price = typed.find(({ pointer }) => pointer.endsWith('/price') && !pointer.endsWith('/memory/price'));
  return price && { text: price.text, value: price.value, note: price.note };
}
