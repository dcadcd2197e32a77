/** Which rows of a table of the catalogue are shown, and in which order: by the address of the page. */
import type { CatalogueColumn, CatalogueTable, CatalogueTableRow } from '@/api/types';
import { hasWords, wordsOf } from '@/lib/words';

/** Of a column: one of its texts, numbers between two ends, or that the number is known. */
export type Condition = string | { min?: number; max?: number } | true;

export interface CatalogueSearch {
  text?: string;
  /** Key of the column that rows are sorted by; by their names without it. */
  by?: string;
  /** Whether the largest is first. */
  falling?: boolean;
  /** Conditions by key of the column. */
  where?: Record<string, Condition>;
}

function conditionFrom(value: unknown): Condition | undefined {
  if (value === true) return true;
  if (typeof value === 'string') return value || undefined;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return undefined;
  const end = (key: 'min' | 'max') => {
    const found = (value as Record<string, unknown>)[key];
    return typeof found === 'number' && Number.isFinite(found) ? { [key]: found } : {};
  };
  const range = { ...end('min'), ...end('max') };
  return Object.keys(range).length > 0 ? range : undefined;
}

/** What an address asks for; anything unknown in it is ignored. */
export function catalogueSearch(search: Record<string, unknown>): CatalogueSearch {
  const text = typeof search.text === 'number' ? String(search.text) : search.text;
  const conditions =
    typeof search.where === 'object' && search.where !== null
      ? Object.entries(search.where).flatMap(([key, value]) => {
          const condition = conditionFrom(value);
          return condition === undefined ? [] : [[key, condition] as const];
        })
      : [];
  return {
    ...(typeof text === 'string' && text && { text }),
    ...(typeof search.by === 'string' && { by: search.by }),
    ...(search.falling === true && { falling: true }),
    ...(conditions.length > 0 && { where: Object.fromEntries(conditions) }),
  };
}

/** The search with another condition of a column, or without one. */
export function withCondition(
  search: CatalogueSearch,
  key: string,
  condition: Condition | undefined,
): CatalogueSearch {
  const { where = {}, ...rest } = search;
  const kept = Object.fromEntries(Object.entries(where).filter(([each]) => each !== key));
  return catalogueSearch({
    ...rest,
    where: { ...kept, ...(condition !== undefined && { [key]: condition }) },
  });
}

function meets(row: CatalogueTableRow, place: number, condition: Condition): boolean {
  const cell = row.cells[place];
  if (cell === undefined) return true;
  if (condition === true) return cell.value !== null;
  if (typeof condition === 'string') return cell.text === condition;
  if (cell.value === null) return false;
  return cell.value >= (condition.min ?? -Infinity) && cell.value <= (condition.max ?? Infinity);
}

const byName = (one: CatalogueTableRow, other: CatalogueTableRow) =>
  one.name.localeCompare(other.name, 'en', { numeric: true });

/** The rows that meet all conditions; unknown numbers are last in either order. */
export function shownRows(table: CatalogueTable, search: CatalogueSearch): CatalogueTableRow[] {
  const words = wordsOf(search.text);
  const places = new Map(table.columns.map((column, place) => [column.key, place]));
  const rows = table.rows.filter(
    (row) =>
      hasWords(words, [row.name, row.key, ...row.cells.map((cell) => cell.text)]) &&
      Object.entries(search.where ?? {}).every(([key, condition]) => {
        const place = places.get(key);
        return place === undefined || meets(row, place, condition);
      }),
  );
  const place = search.by === undefined ? undefined : places.get(search.by);
  const sign = search.falling === true ? -1 : 1;
  if (place === undefined) return rows.sort((one, other) => sign * byName(one, other));
  return rows.sort((one, other) => sign * compared(one, other, place, sign) || byName(one, other));
}

function compared(one: CatalogueTableRow, other: CatalogueTableRow, place: number, sign: number): number {
  const [a, b] = [one.cells[place], other.cells[place]];
  if (a === undefined || b === undefined) return 0;
  if (a.value !== null && b.value !== null) return a.value - b.value;
  const empty = (text: string) => (text === '' ? sign : 0);
  if (a.text === '' || b.text === '') return empty(a.text) - empty(b.text);
  return a.text.localeCompare(b.text, 'en', { numeric: true });
}

/** The texts that a column has, to choose from. */
export function textsOf(table: CatalogueTable, column: CatalogueColumn): string[] {
  const place = table.columns.indexOf(column);
  const texts = new Set(table.rows.flatMap((row) => row.cells[place]?.text ?? []));
  texts.delete('');
  return [...texts].sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}
