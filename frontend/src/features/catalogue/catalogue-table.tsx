import type { CatalogueColumn, CatalogueTable as Table, CatalogueTableRow, Citation } from '@/api/types';
import { ScrollRegion } from '@/components/scroll-region';
import { useRovingFocus } from '@/lib/use-roving-focus';

import { type CatalogueSearch, catalogueSearch } from './catalogue-search';
import classes from './catalogue.module.css';

interface Props {
  table: Table;
  rows: readonly CatalogueTableRow[];
  search: CatalogueSearch;
  onSearch: (search: CatalogueSearch) => void;
  /** What picks a row; without it each row has its sources. */
  pick?: Picker;
}

/** How a row is picked. */
interface Picker {
  inForce: string | undefined;
  /** What speaks against a row. */
  against: (key: string) => string | undefined;
  onPick: (key: string) => void;
}

const NAME: Pick<CatalogueColumn, 'label' | 'unit'> = { label: 'Name', unit: '' };

/** A table of the catalogue, with the source and date of each row; a heading sorts it. */
export function CatalogueTable({ table, rows, search, onSearch, pick }: Props) {
  const roving = useRovingFocus();
  const sources = new Map(table.sources.map((each) => [each.key, each]));
  const numeric = table.columns.map((_, place) => table.rows.some((row) => row.cells[place]?.value != null));
  const heading = (key: string | undefined, { label, unit }: typeof NAME, number: boolean) => {
    const current = search.by === key;
    const falling = current && search.falling === true;
    const order = falling ? 'descending' : 'ascending';
    return (
      <th
        key={key ?? ''}
        scope="col"
        className={key === undefined ? classes.name : undefined}
        data-number={number}
        aria-sort={current ? order : 'none'}
      >
        <button
          type="button"
          className={classes.sort}
          onClick={() =>
            onSearch(catalogueSearch({ ...search, by: key, falling: current ? !falling : number }))
          }
        >
          {label}
          {unit && <span className={classes.unit}>{unit}</span>}
          <span aria-hidden className={classes.arrow}>
            {current && (falling ? '\u2193' : '\u2191')}
          </span>
        </button>
      </th>
    );
  };
  return (
    <ScrollRegion label={table.label} className={classes.scroller}>
      <table
        ref={pick && roving}
        className={classes.table}
        aria-label={table.label}
        data-picks={pick !== undefined}
      >
        <thead>
          <tr>
            {heading(undefined, NAME, false)}
            {table.columns.map((column, place) => heading(column.key, column, numeric[place] === true))}
            {!pick && <th scope="col">Source and date</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.key}
              aria-current={pick?.inForce === row.key ? 'true' : undefined}
              onClick={pick && (() => pick.onPick(row.key))}
            >
              <th scope="row" className={classes.name}>
                {pick ? (
                  <>
                    <button type="button" className="link-button">
                      {row.name}
                    </button>
                    <span className={classes.note}>
                      {pick.inForce === row.key ? 'in the plan now' : pick.against(row.key)}
                    </span>
                  </>
                ) : (
                  <>
                    {row.name}
                    <code className={classes.key}>{row.key}</code>
                  </>
                )}
              </th>
              {row.cells.map((cell, place) => (
                <td
                  key={table.columns[place]?.key}
                  data-number={numeric[place]}
                  data-prose={table.columns[place]?.filter === 'none'}
                >
                  {cell.text || <span className="soft">{'\u2013'}</span>}
                  {cell.note && <span className={classes.note}>{cell.note}</span>}
                </td>
              ))}
              {!pick && (
                <td className={classes.source}>
                  {row.sources.map((key) => (
                    <Source key={key} name={key} citation={sources.get(key)} />
                  ))}
                  <span className={classes.note}>
                    {row.date}, {row.confidence}
                  </span>
                  {row.notes && <span className={classes.note}>{row.notes}</span>}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Source({ name, citation }: { name: string; citation: Citation | undefined }) {
  const text = citation?.citation ?? name;
  return citation?.url ? (
    <a href={citation.url} target="_blank" rel="noreferrer" className={classes.cited}>
      {text}
    </a>
  ) : (
    <cite className={classes.cited}>{text}</cite>
  );
}
