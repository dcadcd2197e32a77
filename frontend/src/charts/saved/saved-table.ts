/** The table of a chart as comma-separated values (RFC 4180) that a spreadsheet opens as what they are. */
import type { TableData } from '../table-data';

/** As in `backend/hostwise/number_format/csv_fields.py`; the last four are full-width. */
const FORMULA_START = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

const NUMBER =
  /^([+\-\u2212]?)(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?:\u00b710([\u207b\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+))?((?:\s.*)?)$/s;
const RAISED = '\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079';
const THOUSANDS = /^[kMBT]$/;

interface Figure {
  number: string;
  unit: string;
}

/** The number that a cell shows; null where it is words, or a number that only its words make clear. */
function figureOf(text: string, title: string): Figure | null {
  const found = NUMBER.exec(text);
  if (!found) return null;
  const [, sign = '', whole = '', decimals = '', raised, behind = ''] = found;
  const unit = spaced(behind).trim();
  // A unit stands behind a space that does not break, or in the heading: "5 or more" has none.
  if (THOUSANDS.test(unit) || !(behind === '' || behind.startsWith('\u00a0') || title.includes(unit)))
    return null;
  const power = raised === undefined ? '' : `e${raised.replace(/./g, plainDigit)}`;
  const minus = sign === '' || sign === '+' ? '' : '-';
  return { number: `${minus}${whole.replaceAll(',', '')}${decimals}${power}`, unit };
}

const plainDigit = (raised: string) => (raised === '\u207b' ? '-' : String(RAISED.indexOf(raised)));

/** Spaces that do not break are for screens. */
const spaced = (text: string) => text.replace(/[\u00a0\u2009\u202f]/g, ' ');

function field(text: string): string {
  const safe = FORMULA_START.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const withUnit = (title: string, unit: string) =>
  unit === '' || title.includes(unit) ? title : `${title}, ${unit}`;

/**
 * The table as a file: numbers as programs read them, units in the headings. It begins with a byte order mark, without
 * which spreadsheets guess another encoding.
 */
export function savedTable({ columns, rows, units = [] }: TableData): string {
  const lines = rows.map(({ label, cells }) => [label, ...cells]);
  const shared = columns.map((title, place) => {
    const found = lines.map((line) => figureOf(line[place] ?? '', title)?.unit);
    const [first, ...others] = new Set(found.filter((unit) => unit !== undefined));
    return others.length === 0 ? first : undefined;
  });
  const head = columns.map((title, place) => {
    // The corner of a table on screen may say the unit of all its figures.
    const named = place === 0 && units.includes(title) ? 'Name' : title;
    return field(spaced(withUnit(named, units[place] || (shared[place] ?? ''))));
  });
  const body = lines.map((line) =>
    columns.map((title, place) => {
      const text = line[place] ?? '';
      const figure = figureOf(text, title);
      return figure && figure.unit === shared[place] ? figure.number : field(spaced(text));
    }),
  );
  return `\ufeff${[head, ...body].map((fields) => `${fields.join(',')}\r\n`).join('')}`;
}
