/**
 * How numbers are written. Nothing is computed here. Python has the same writer in `hostwise/number_format/writing.py`;
 * `backend/tests/golden/numerals.json` holds the vectors for both.
 */
import type { Cell, Row, QuantityState, Value } from '@/api/types';

/** The language of all sentences, and so of the numbers and dates among them, whatever the browser's is. */
export const LANGUAGE = 'en-US';

export type NumberFormat = Row['format'];

export interface Shown {
  /** The number as shown, at most three significant digits unless counted or money. */
  text: string;
  /** Unit beside the number; empty where the text says it all. */
  unit: string;
  /** The full value, for hover and for screen readers that want it. */
  full: string;
}

const cache = new Map<string, Intl.NumberFormat>();

function number(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options);
  let format = cache.get(key);
  if (!format) {
    format = new Intl.NumberFormat(LANGUAGE, options);
    cache.set(key, format);
  }
  return format;
}

/** A number in the type of a table: a minus as wide as a plus, and percent as far from its number as any unit. */
function written(value: number, options: Intl.NumberFormatOptions): string {
  return number(options).format(value).replace(/^-/, '\u2212').replace(/(\d)%/, '$1\u00a0%');
}

const DIGITS = 3;
const EXACT_DIGITS = 6;
const FULL_DIGITS = 10;
const SIGNIFICANT = { maximumSignificantDigits: DIGITS } as const;

/** The unit as people read it: money in the plan's currency, percent for shares. */
export function unitText(unit: string, currency: string): string {
  return unit.replace(/^currency\b/, currency);
}

const COIN_DECIMALS = 2;
const MOST_DECIMALS = 6;

/** Small coin where the amount is small, three significant digits below 1; what rounds to nothing has no sign. */
function moneyDigits(value: number): Intl.NumberFormatOptions {
  const size = Math.abs(value);
  if (size === 0 || size >= 100) return { maximumFractionDigits: 0 };
  const leading = size < 1 ? -Math.floor(Math.log10(size)) : 0;
  const most = Math.min(Math.max(COIN_DECIMALS, leading + 2), MOST_DECIMALS);
  // What rounds to nothing is written without decimals.
  if (size < 0.5 * 10 ** -most) return { maximumFractionDigits: 0 };
  return { minimumFractionDigits: COIN_DECIMALS, maximumFractionDigits: most };
}

const TINY = 1e-6;
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** A number rounded to significant digits; what is tiny as a power of ten. */
function significant(value: number, digits: number): string {
  if (value === 0 || Math.abs(value) >= TINY) return written(value, { maximumSignificantDigits: digits });
  const [mantissa = '', exponent = ''] = value.toExponential(digits - 1).split('e');
  const raised = exponent.replace('-', '⁻').replace(/\d/g, (digit) => RAISED.charAt(Number(digit)));
  return `${written(Number(mantissa), { maximumSignificantDigits: digits })}·10${raised}`;
}

function percent(share: number): string {
  // Intl takes a hundred times the decimal digits; a binary fraction would gain rounding errors.
  if (share === 0 || Math.abs(share) * 100 >= TINY)
    return written(share, { style: 'percent', ...SIGNIFICANT });
  return `${significant(share * 100, DIGITS)}\u00a0%`;
}

function plain(value: number, format: NumberFormat): string {
  switch (format) {
    case 'count':
      return written(value, { maximumFractionDigits: 0, signDisplay: 'negative' });
    case 'money':
      return written(value, { ...moneyDigits(value), signDisplay: 'negative' });
    case 'share':
      return percent(value);
    case 'probability':
      if (value > 0 && value < 0.001) return `<\u00a0${plain(0.001, 'share')}`;
      if (value < 1 && value > 0.999) return `>\u00a0${plain(0.999, 'share')}`;
      return percent(value);
    case 'years':
    case 'minutes':
    case 'number':
    case 'state':
      return significant(value, DIGITS);
  }
}

/** A bare number with at most three significant digits. */
export function formatNumber(value: number): string {
  return plain(value, 'number');
}

/** A number of which no more than two digits are known. */
export function formatRough(value: number): string {
  return significant(value, 2);
}

export const LONGEST_LIFE = 20;

/** A life in years to two digits; a life beyond that of any host is only "more than". */
export function formatRoughYears(value: number): string {
  return value <= LONGEST_LIFE ? formatRough(value) : `more than ${formatRough(LONGEST_LIFE)}`;
}

/** The same with its unit. */
export function formatLife(value: number): string {
  const years = formatRoughYears(value);
  return `${years} ${years === '1' ? 'year' : 'years'}`;
}

/** A share to two digits; only exact shares are written as 0 % or 100 %. */
export function formatRoughShare(value: number): string {
  return value >= 0.995 || value < 0.001
    ? plain(value, 'probability')
    : written(value, { style: 'percent', maximumSignificantDigits: 2 });
}

export function formatShare(value: number): string {
  return plain(value, 'share');
}

export function formatMoney(value: number): string {
  return plain(value, 'money');
}

/** Money on an axis: 800 k, 1.2 M; each language has its own signs for thousands and millions. */
export function formatMoneyShort(value: number): string {
  const text = written(value, { notation: 'compact', ...SIGNIFICANT });
  return text.replace(/(\d)K$/, '$1k').replace(/(\d)([kMBT])$/, '$1\u00a0$2');
}

/** A number with so many significant digits at most, and never fewer than its whole part has: what is entered stays. */
function wholeAnd(value: number, digits: number): string {
  const size = Math.abs(value);
  if (size < 1) return significant(value, digits);
  const decimals = Math.max(digits - 1 - Math.floor(Math.log10(size)), 0);
  return written(value, { maximumFractionDigits: decimals });
}

/** The full value, for hover: more digits than anyone needs, without binary rounding errors. */
export function formatFull(value: number): string {
  return wholeAnd(value, FULL_DIGITS);
}

/** A number in a list or beside a field: 1.33333, and 1,234,567 in full. */
export function formatListed(value: number): string {
  return wholeAnd(value, EXACT_DIGITS);
}

const STATE_TEXT: Record<QuantityState, string> = {
  evaluated: 'not evaluated',
  not_evaluated: 'not evaluated',
  no_limit: 'no limit',
  does_not_apply: 'does not apply',
  infeasible: 'not feasible',
  undefined: 'undefined',
  infinite: 'unlimited',
};

/** What an infinite value says: a life that does not end, and VMs that no number of hosts can run. */
const ENDLESS: Partial<Record<NumberFormat, string>> = {
  years: 'never',
  minutes: 'never',
  count: 'does not fit',
};

/** Why there is no number, in words. */
export function stateText(state: QuantityState): string {
  return STATE_TEXT[state];
}

/** A value with its unit, or why there is none. */
export function formatValue(value: Value, format: NumberFormat, unit: string, currency: string): Shown {
  if (value.state === 'evaluated' && value.value !== null) {
    const spoken = unitText(unit, currency);
    const bare = format === 'share' || format === 'probability';
    const full = formatFull(value.value);
    return {
      text: plain(value.value, format),
      unit: bare ? '' : spoken,
      full: spoken ? `${full} ${spoken}` : full,
    };
  }
  const words = (value.state === 'infinite' ? ENDLESS[format] : undefined) ?? stateText(value.state);
  return { text: words, unit: '', full: words };
}

/** A cell of the comparison: words in place of the number where they say more. */
export function formatCell(cell: Cell, row: Row, currency: string): Shown {
  const shown = formatValue(cell.value, row.format, row.unit, currency);
  return cell.text ? { ...shown, text: cell.text, unit: '' } : shown;
}

/** Differences below this share are not worth a word. */
const SMALLEST_DIFFERENCE = 0.0005;

/** The difference to a reference as signed percent, or in the row's own unit where percent says nothing. */
export function formatDifference(
  difference: number | null | undefined,
  share: number | null | undefined,
  format: NumberFormat,
): string | null {
  // Ranks of states have an order and no distance.
  if (difference === null || difference === undefined || difference === 0 || format === 'state') return null;
  const sign = difference < 0 ? '\u2212' : '+';
  const percent = (size: number) =>
    size < SMALLEST_DIFFERENCE
      ? null
      : written(size, { style: 'percent', maximumFractionDigits: size < 1 ? 1 : 0 });
  if (format === 'probability' || format === 'share') {
    const points = percent(Math.abs(difference));
    return points === null ? null : `${sign}${points.replace(/\s*%/, '\u00a0pp')}`;
  }
  if (format === 'count' || share === null || share === undefined) {
    return `${sign}${plain(Math.abs(difference), format)}`;
  }
  const shown = percent(Math.abs(share));
  return shown === null ? null : `${sign}${shown}`;
}

/** A format for a quantity that is not a row of the comparison, guessed from its unit alone. */
export function formatForUnit(unit: string, name: string): NumberFormat {
  if (unit.startsWith('currency')) return 'money';
  if (/(_share|_utilisation|_utilisation_limit)$/.test(name)) return 'share';
  if (/probability/.test(name)) return 'probability';
  if (unit === 'years') return 'years';
  return 'number';
}

/** A number written out for a formula's inputs and other exact places: at most six significant digits. */
export function formatExact(value: number): string {
  return significant(value, EXACT_DIGITS);
}

const SHARES = /_(share|utilisation|utilisation_limit|probability|rate)$/;

/** A value of an input with its unit, as its field has it: shares in percent, flags as yes or no. */
export function formatInput(
  { quantity, unit }: { quantity: string; unit: string },
  value: number,
  currency: string,
  digits = EXACT_DIGITS,
): string {
  if (quantity.endsWith('_flag')) return value === 0 ? 'no' : 'yes';
  if (SHARES.test(quantity) && (unit === '' || unit === '/year'))
    return written(value, { style: 'percent', maximumSignificantDigits: digits }) + unit;
  return `${significant(value, digits)} ${unitOf(value, unitText(unit, currency))}`.trim();
}

/** A unit as it stands behind a number: 1 host, 2 hosts, 1 drive/host. */
export function unitOf(value: number, unit: string): string {
  return value === 1 ? unit.replace(/^([a-z]{2,}|VM)s(?=$|\/)/, '$1') : unit;
}

/** A number of things: 1 host, 1,234 hosts. */
export function formatCounted(value: number, things: string): string {
  return `${plain(value, 'count')} ${unitOf(value, things)}`;
}

/** How long ago, in words. */
export function formatAgo(date: string | number, now: number): string {
  const seconds = Math.max(0, (now - new Date(date).getTime()) / 1000);
  const relative = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto' });
  if (seconds < 45) return 'just now';
  if (seconds < 3600) return relative.format(-Math.max(1, Math.round(seconds / 60)), 'minute');
  if (seconds < 86_400) return relative.format(-Math.round(seconds / 3600), 'hour');
  if (seconds < 30 * 86_400) return relative.format(-Math.round(seconds / 86_400), 'day');
  return formatDate(date);
}

export function formatDate(date: string | number): string {
  return new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium' }).format(new Date(date));
}

/** The month of a day, Aug 2026; of what is no day the text as it is. */
export function formatMonth(date: string): string {
  return /^\d{4}-\d{2}(-\d{2})?$/.test(date)
    ? new Intl.DateTimeFormat(LANGUAGE, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
        new Date(date),
      )
    : date;
}

/** Who made a token or a link, to follow its name; nothing if no token did. */
export function formatMaker(made: { created_by: string | null; created_by_name: string | null }): string {
  if (made.created_by === null) return '';
  return `, made by ${made.created_by_name === null ? 'a forgotten token' : `\u201c${made.created_by_name}\u201d`}`;
}

/** Text for a document's value in a list of changes. */
export function formatJson(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  if (typeof value === 'number') return formatListed(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.length === 1 ? '1 entry' : `${value.length} entries`;
  if (typeof value === 'object' && 'name' in value && typeof value.name === 'string') return value.name;
  return 'given';
}

/** A text that begins with a capital letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
