import type { CSSProperties, ReactNode } from 'react';

import classes from './configuration-table.module.css';
import { Marker } from './marker';
import { ScrollRegion } from './scroll-region';

export interface Column {
  key: string;
  name: string;
}

export interface TableRow<C extends Column> {
  key: string;
  label: ReactNode;
  /** The meaning of the row, shown when its label is hovered over. */
  meaning?: string;
  /** A heading of the rows below it, without cells. */
  heading?: boolean;
  /** Whether it is the row that is looked at elsewhere on the page. */
  current?: boolean;
  cell?: (column: C) => ReactNode;
  /** What a cell says; where all say the same it stands once, over all columns. */
  says?: (column: C) => string;
}

interface Props<C extends Column> {
  label: string;
  /** What the first column holds. */
  corner: ReactNode;
  columns: readonly C[];
  rows: readonly TableRow<C>[];
  /** What the cells hold, where that is more than figures: sentences among them, or nothing else. */
  content?: 'figures' | 'words' | 'prose';
}

/** Rows of figures with a column for each configuration; it scrolls sideways where there is no room. */
export function ConfigurationTable<C extends Column>({
  label,
  corner,
  columns,
  rows,
  content = 'figures',
}: Props<C>) {
  return (
    <ScrollRegion label={label}>
      <table
        className={classes.table}
        style={{ '--columns': columns.length } as CSSProperties}
        data-content={content}
      >
        <thead>
          <tr>
            <th scope="col" className={classes.label}>
              {corner}
            </th>
            {columns.map((column, index) => (
              <th key={column.key} scope="col" title={column.name}>
                <span className={classes.head}>
                  <Marker index={index} /> <span className={classes.name}>{column.name}</span>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) =>
            row.heading ? (
              <tr key={row.key}>
                <th scope="rowgroup" colSpan={columns.length + 1} className={classes.heading}>
                  {row.label}
                </th>
              </tr>
            ) : (
              <tr key={row.key} data-current={row.current}>
                <th scope="row" className={classes.label} title={row.meaning}>
                  {row.label}
                </th>
                {isSaidOnce(row, columns) ? (
                  <td colSpan={columns.length} className={classes.once}>
                    {columns[0] && row.cell?.(columns[0])}
                  </td>
                ) : (
                  columns.map((column) => <td key={column.key}>{row.cell?.(column)}</td>)
                )}
              </tr>
            ),
          )}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function isSaidOnce<C extends Column>({ says }: TableRow<C>, columns: readonly C[]): boolean {
  return says !== undefined && columns.length > 1 && new Set(columns.map(says)).size === 1;
}
