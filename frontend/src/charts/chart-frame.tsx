import { type ReactNode, useId, useState } from 'react';

import { ScrollRegion } from '@/components/scroll-region';

import classes from './chart-frame.module.css';

export interface TableData {
  columns: string[];
  rows: { label: string; cells: string[] }[];
}

interface Props {
  title: string;
  /** What the chart shows, with units: for the subtitle and for screen readers. */
  description: string;
  legend?: ReactNode;
  /** Another way to draw it, such as the difference to the reference. */
  mode?: { label: string; pressed: boolean; onToggle: () => void } | undefined;
  table: TableData;
  children: ReactNode;
}

/** A chart with its title, and the same numbers as a table. */
export function ChartFrame({ title, description, legend, mode, table, children }: Props) {
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  return (
    <figure className={classes.frame} aria-labelledby={id}>
      <div className={classes.head}>
        <h3 id={id}>{title}</h3>
        {mode && (
          <button
            type="button"
            className={`link-button ${classes.mode}`}
            aria-pressed={mode.pressed}
            onClick={mode.onToggle}
          >
            {mode.label}
          </button>
        )}
        <button
          type="button"
          className={`link-button ${classes.toggle}`}
          aria-pressed={asTable}
          aria-label={`${title}: show as table`}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? 'chart' : 'table'}
        </button>
      </div>
      <p className={classes.description}>{description}</p>
      {asTable ? (
        <DataTable title={title} table={table} />
      ) : (
        <>
          {legend}
          <div
            role="img"
            aria-label={`${title}. ${description}. The table has the numbers.`}
            className={classes.chart}
          >
            {children}
          </div>
        </>
      )}
    </figure>
  );
}

function DataTable({ title, table }: { title: string; table: TableData }) {
  return (
    <ScrollRegion className={classes.tableFrame} label={`${title}, table`}>
      <table className={classes.table}>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            <tr key={`${row.label}-${String(index)}`}>
              <th scope="row">{row.label}</th>
              {row.cells.map((cell, place) => (
                <td key={table.columns[place + 1] ?? place}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
