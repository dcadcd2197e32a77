/** The prices of a plan as rows that are edited, and the plan with them. */
import type { ExchangeRate, PartPrice, Plan } from '@/api/types';
import type { Json } from '@/lib/json';
import { clearField, editField } from '@/plan/plan-edits';

export const PRICES = '/economics/prices';
const RATES = '/economics/exchange_rates';

export const pricesOf = (plan: Plan): readonly PartPrice[] => plan.economics?.prices ?? [];
export const currencyOf = (plan: Plan): string => plan.economics?.currency ?? 'USD';

/** A date as a plan has it: a day, month, quarter, half-year or year. */
const DATE = /^(19|20)\d\d(-((0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?|Q[1-4]|H[12]))?$/;
export const isDate = (text: string) => DATE.test(text);
const CURRENCY = /^[A-Z]{3}$/;
export const isCurrency = (text: string) => CURRENCY.test(text);

/** The date of prices that have none yet: that for which the plan is priced, else today. */
export function usualDate(plan: Plan): string {
  return plan.economics?.priced_on ?? new Date().toISOString().slice(0, 10);
}

export function withPrices(plan: Plan, rows: readonly PartPrice[]): Plan {
  return rows.length > 0 ? editField(plan, PRICES, rows as unknown as Json) : clearField(plan, PRICES);
}

export function withPricesAndRates(
  plan: Plan,
  rows: readonly PartPrice[],
  rates: readonly ExchangeRate[],
): Plan {
  const priced = withPrices(plan, rows);
  return rates.length > 0 ? editField(priced, RATES, rates as unknown as Json) : priced;
}

/** The rows with others put in: one price for each part, the new one where both have it. */
export function merged(rows: readonly PartPrice[], added: readonly PartPrice[]): PartPrice[] {
  const next = new Map(added.map((each) => [each.part, each]));
  const kept = rows.map((each) => next.get(each.part) ?? each);
  const known = new Set(rows.map((each) => each.part));
  return [...kept, ...added.filter((each) => !known.has(each.part))];
}

/** Currencies of prices that the plan has no rate for: such prices cannot be used. */
export function currenciesWithoutRate(plan: Plan, rows: readonly PartPrice[]): string[] {
  const known = new Set([
    currencyOf(plan),
    ...(plan.economics?.exchange_rates ?? []).map((each) => each.currency),
  ]);
  return [...new Set(rows.map((each) => each.currency))].filter((each) => !known.has(each));
}

/** A key for a price book, from its name. */
export function keyOf(name: string): string {
  const key = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '');
  return key || 'prices';
}
