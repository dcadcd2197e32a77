import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useLayoutEffect, useMemo, useState } from 'react';

import { CACHE_COMPUTED } from '@/api/caching';
import { catalogueTableQuery } from '@/api/catalogue';
import { errorText } from '@/api/client';
import { questionQuery } from '@/api/questions';
import type { Plan } from '@/api/types';
import { Dialog } from '@/components/dialog';
import { Notice } from '@/components/notice';
import { Blocks } from '@/components/skeleton';
import { returnsFocus } from '@/lib/returns-focus';
import { quotedPrices, withCountedPrices } from '@/plan/counted-prices';
import type { Picking } from '@/plan/plan-actions';

import { CatalogueFilters } from './catalogue-filters';
import { type CatalogueSearch, shownRows } from './catalogue-search';
import { CatalogueTable } from './catalogue-table';
import classes from './catalogue.module.css';
import { COST, reasonsAgainst, withEffects } from './with-effects';

interface Props {
  plan: Plan;
  picking: Picking;
  /** What the field is called. */
  label: string;
  /** Whether rows can be tried in the field. */
  tried: boolean;
  onClose: () => void;
}

const BEGINNING: CatalogueSearch = { by: COST };

/** Words come first, once there is something to search. */
const beginWithSearch = (content: HTMLElement | null) =>
  content?.querySelector<HTMLElement>('input[type="search"]')?.focus();

/** A row of the catalogue for a field of the plan: its table, with what each row would make of hosts, cost and life. */
export function PickerDialog({ plan, picking, label, tried, onClose }: Props) {
  const { pointer, kind, value, price, clearable, choose } = picking;
  const { data: catalogue } = useQuery(catalogueTableQuery(kind));
  const effects = useQuery({
    ...questionQuery('options', plan, { kind, pointers: [pointer] }),
    ...CACHE_COMPUTED,
    enabled: tried,
  });
  useLayoutEffect(returnsFocus, []);
  const [search, setSearch] = useState(BEGINNING);
  const [all, setAll] = useState(false);
  const [old, setOld] = useState(false);
  const inForce = effects.data?.rows.find((row) => row.in_force)?.key ?? value;
  const table = useMemo(
    () =>
      catalogue &&
      withEffects(
        withCountedPrices(catalogue, [
          ...quotedPrices(plan, kind),
          ...(price ? [{ row: inForce, cell: price }] : []),
        ]),
        effects.data,
        (key) => plan.configurations.find((each) => each.key === key)?.name ?? key,
      ),
    [catalogue, effects.data, plan, kind, inForce, price],
  );
  const against = useMemo(() => reasonsAgainst(effects.data), [effects.data]);
  const wanted = useDeferredValue(search);
  const found = useMemo(() => (table ? shownRows(table, wanted) : []), [table, wanted]);
  const fitting = found.filter((row) => row.key === inForce || against.get(row.key)?.none !== true);
  const quoted = new Set(plan.economics?.prices?.map(({ part }) => part));
  const current = (row: (typeof found)[number]) =>
    !row.old_price || row.key === inForce || quoted.has(`${kind}/${row.key}`);
  const shown = all ? found : fitting;
  const rows = old ? shown : shown.filter(current);
  const left = found.length - fitting.length;
  const aged = shown.filter((row) => !current(row)).length;
  const close = (key: string | undefined) => {
    onClose();
    if (key !== inForce) choose(key);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={label}
      width={1280}
      actions={
        <>
          {clearable && value !== undefined && (
            <Button onClick={() => close(undefined)}>Use own figures instead</Button>
          )}
          <Button variant="filled" onClick={onClose}>
            Leave as it is
          </Button>
        </>
      }
    >
      {effects.isError && (
        <Notice tone="warning" title="Hosts, cost and life are not shown.">
          {errorText(effects.error)}
        </Notice>
      )}
      {!table || effects.isLoading ? (
        <div aria-busy="true" className={classes.waiting}>
          <p role="status" className="soft">
            {catalogue ? `Trying ${String(catalogue.rows.length)} rows\u2026` : 'Reading the catalogue\u2026'}
          </p>
          <Blocks heights={[64, 32, 32, 32, 32, 32]} />
        </div>
      ) : (
        <div ref={beginWithSearch}>
          <CatalogueFilters table={table} search={search} onSearch={setSearch} />
          <div className={classes.counted}>
            <p role="status">
              {rows.length} of {table.rows.length} rows
              {effects.data?.level != null && `, sized as entered and not for ${effects.data.level}`}
            </p>
            {aged > 0 && (
              <Checkbox
                label={`Show ${String(aged)} old parts and prices`}
                checked={old}
                onChange={(event) => setOld(event.currentTarget.checked)}
              />
            )}
            {left > 0 && (
              <Checkbox
                label={`Show ${String(left)} that do not fit`}
                checked={all}
                onChange={(event) => setAll(event.currentTarget.checked)}
              />
            )}
          </div>
          <CatalogueTable
            table={table}
            rows={rows}
            search={search}
            onSearch={setSearch}
            pick={{ inForce, against: (key) => against.get(key)?.text, onPick: close }}
          />
        </div>
      )}
    </Dialog>
  );
}
