/** The prices of a table as they count in a plan: its own before those of the catalogue, beside the name of the row. */
import type { CatalogueCell, CatalogueTable, CatalogueTableRow, Plan } from '@/api/types';
import { formatListed, formatMonth } from '@/lib/format';

const PRICES = ['price', 'price_per_gib'];

/** A price that a plan has for a row, in place of that of the catalogue. */
export interface OwnPrice {
  row: string | undefined;
  cell: CatalogueCell;
}

/** The prices that a plan has of rows of a kind: those of offers, by row. */
export function quotedPrices(plan: Plan, kind: string): OwnPrice[] {
  return (plan.economics?.prices ?? [])
    .filter(({ part }) => part.startsWith(`${kind}/`))
    .map(({ part, price, currency, date }) => ({
      row: part.slice(kind.length + 1),
      cell: {
        text: `${formatListed(price)} ${currency}`,
        value: price,
        note: `quoted, ${formatMonth(date)}`,
      },
    }));
}

/** The table with prices first, and with those of the plan; of two of one row the last. */
export function withCountedPrices(table: CatalogueTable, own: readonly OwnPrice[]): CatalogueTable {
  const places = table.columns.map((_, place) => place);
  const isPrice = (place: number) => PRICES.includes(table.columns[place]?.key ?? '');
  const order = [...places.filter(isPrice), ...places.filter((place) => !isPrice(place))];
  const inOrder = <T>(items: readonly T[]) =>
    order.flatMap((place) => {
      const item = items[place];
      return item === undefined ? [] : [item];
    });
  const cellsOf = (row: CatalogueTableRow) => {
    const found = own.findLast((each) => each.row === row.key)?.cell;
    if (found === undefined) return row.cells;
    const kind = { text: (found.note ?? '').replace(/,.*/, ''), value: null, note: '' };
    return row.cells.map((cell, place) => {
      const key = table.columns[place]?.key;
      return key === 'price' ? found : key === 'price_kind' ? kind : cell;
    });
  };
  return {
    ...table,
    columns: inOrder(table.columns),
    rows: table.rows.map((row) => ({ ...row, cells: inOrder(cellsOf(row)) })),
  };
}

/** The price of a row, as its table has it, with what it buys; undefined where none is known. */
export function priceCell(table: CatalogueTable, row: CatalogueTableRow): CatalogueCell | undefined {
  const place = table.columns.findIndex(
    ({ key }, at) => PRICES.includes(key) && row.cells[at]?.value != null,
  );
  const cell = row.cells[place];
  if (cell === undefined || table.kind !== 'memory') return cell;
  return { ...cell, text: `${cell.text} ${table.columns[place]?.key === 'price' ? 'a module' : 'per GiB'}` };
}
