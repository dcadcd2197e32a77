/** Rows of the catalogue as parts that have prices. */
import type { CatalogueTable, CatalogueTableRow } from '@/api/types';

export interface PartOption {
  value: string;
  label: string;
}

export interface PartGroup {
  group: string;
  items: PartOption[];
}

/** The parts of each table, and of the classes of prices those of network cards. */
export function optionsOf(
  tables: readonly CatalogueTable[],
  classes: readonly Record<string, unknown>[],
): PartGroup[] {
  const cards = classes
    .filter((row) => row.kind === 'nic')
    .map((row) => ({ value: `indicative_prices/${String(row.key)}`, label: String(row.name) }));
  return [
    ...tables.map((table) => ({
      group: table.label,
      items: table.rows.map((row) => ({ value: `${table.kind}/${row.key}`, label: labelOf(table, row) })),
    })),
    { group: 'Network cards', items: cards },
  ].map(({ group, items }) => ({
    group,
    items: items.sort((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true })),
  }));
}

function labelOf(table: CatalogueTable, row: CatalogueTableRow): string {
  const size = table.columns.findIndex((column) => column.key === 'capacity_gib');
  // Without a size the price is that of a GiB, which nobody may take for that of a module.
  return table.kind === 'memory' && row.cells[size]?.value == null ? `${row.name}, by the GiB` : row.name;
}
