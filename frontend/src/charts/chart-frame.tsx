import { type ReactNode, useRef, useState } from 'react';

import type { ChartWords } from '@/api/types';
import { ScrollRegion } from '@/components/scroll-region';
import { Sentence, sentenceText } from '@/components/sentence';
import { useRovingFocus } from '@/lib/use-roving-focus';

import classes from './chart-frame.module.css';
import { SaveChart } from './save-chart';
import type { TableData } from './table-data';

interface Props {
  /** What it is called: its title where it has no words, and its name for who finds it by name. */
  title: string;
  /** What it finds, as the server says it. */
  words?: ChartWords | undefined;
  /** What the chart shows, with units: for the subtitle and for screen readers. */
  description: string;
  legend?: ReactNode;
  /** Another way to draw it, such as the difference to the reference. */
  mode?: { label: string; pressed: boolean; onToggle: () => void } | undefined;
  table: TableData;
  /** Who says so, where it is not the plan; it goes with a picture of the chart. */
  source?: string | undefined;
  children: ReactNode;
}

/** The code of a title that says what is drawn, where nothing is found. */
const PLAIN = 'plain';

/** A chart with what it finds as its title, and the same numbers as a table. */
export function ChartFrame({ title, words, description, legend, mode, table, source, children }: Props) {
  const figure = useRef<HTMLElement>(null);
  const [asTable, setAsTable] = useState(false);
  const rove = useRovingFocus();
  const found = words && words.title.code !== PLAIN ? words.title.parts : undefined;
  const alike = words?.alike?.parts;
  // A finding does not say what is drawn.
  const about = found ? `${title}. ${description}` : description;
  return (
    <figure ref={figure} className={classes.frame} aria-label={title}>
      <div ref={rove} className={classes.head}>
        <h3>
          {found ? <Sentence parts={found} /> : ((words?.title.parts[0] as string | undefined) ?? title)}
        </h3>
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
        <SaveChart
          title={title}
          figure={figure}
          source={source}
          table={table}
          asTable={asTable}
          onTable={setAsTable}
        />
      </div>
      <p className={classes.description}>{about}</p>
      {alike && (
        <p className={classes.alike}>
          <Sentence parts={alike} />
        </p>
      )}
      {asTable ? (
        <DataTable title={title} table={table} />
      ) : (
        <>
          {legend}
          <div
            role="img"
            aria-label={[
              found && sentenceText(found),
              title,
              description,
              alike && sentenceText(alike),
              'The table has the numbers.',
            ]
              .filter(Boolean)
              .map((each) => String(each).replace(/\.$/, ''))
              .join('. ')}
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
