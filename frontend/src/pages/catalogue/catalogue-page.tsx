import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';

import { catalogueTableQuery } from '@/api/catalogue';
import frame from '@/components/page-frame.module.css';
import { PageHeader } from '@/components/page-header';
import { CatalogueFilters } from '@/features/catalogue/catalogue-filters';
import { type CatalogueSearch, shownRows } from '@/features/catalogue/catalogue-search';
import { CatalogueTable } from '@/features/catalogue/catalogue-table';

import classes from './catalogue-page.module.css';

interface Props {
  kind: string;
  search: CatalogueSearch;
  onSearch: (search: CatalogueSearch) => void;
}

/** What the catalogue knows of one kind of thing, each row with its source and date. */
export function CataloguePage({ kind, search, onSearch }: Props) {
  const { data: table } = useSuspenseQuery(catalogueTableQuery(kind));
  const wanted = useDeferredValue(search);
  const rows = useMemo(() => shownRows(table, wanted), [table, wanted]);
  const filtered = search.text !== undefined || search.where !== undefined;
  return (
    <>
      <title>{`${table.label} \u2013 Catalogue \u2013 Hostwise`}</title>
      <PageHeader />
      <main id="content" tabIndex={-1} className={classes.page}>
        <h1 className={frame.title}>Catalogue</h1>
        <p className={frame.lead}>
          What plans choose from. Every row has its source and date; what no source says is left empty.
        </p>
        <nav aria-label="Kinds" className={classes.kinds}>
          {table.kinds.map((each) => (
            <Link
              key={each.kind}
              to="/catalogue/$kind"
              params={{ kind: each.kind }}
              activeOptions={{ includeSearch: false }}
              className={classes.kind}
            >
              {each.label} <span className="soft">{each.rows}</span>
            </Link>
          ))}
        </nav>
        <CatalogueFilters key={kind} table={table} search={search} onSearch={onSearch} />
        <p role="status" className={classes.count}>
          {rows.length} of {table.rows.length} rows.
          {filtered && (
            <>
              {' '}
              <button type="button" className="link-button" onClick={() => onSearch({})}>
                Show all
              </button>
            </>
          )}
        </p>
        {rows.length > 0 ? (
          <CatalogueTable table={table} rows={rows} search={search} onSearch={onSearch} />
        ) : (
          <p className="soft">No row has all of this.</p>
        )}
        <p className="soft small">
          Catalogue {table.version}. Rows of your own are added by{' '}
          <Link to="/docs/$" params={{ _splat: 'guides/own-platforms' }}>
            a file of your installation
          </Link>
          .
        </p>
      </main>
    </>
  );
}
