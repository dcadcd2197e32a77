import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { catalogueTableQuery, nameIn } from '@/api/catalogue';
import type { CatalogueCell, CatalogueTable, Plan } from '@/api/types';
import { priceCell, quotedPrices, withCountedPrices } from '@/plan/counted-prices';
import { pickRow, renamed } from '@/plan/changed-row';
import type { FieldSpec } from '@/plan/form-types';
import { getAt } from '@/plan/json-pointer';
import { usePlanActions } from '@/plan/plan-actions';
import { editField } from '@/plan/plan-edits';

import { CataloguePicker } from './catalogue-picker';
import classes from './field-row.module.css';
import { useInputs } from './inputs-context';
import { PriceQuestion } from './price-question';
import { ownCell, type TypedPrice, typedPrices } from './typed-prices';

interface Props {
  id: string;
  spec: FieldSpec;
  root: string;
  error: string | undefined;
}

/** Kinds that are picked from a list: what they change is not hosts, or they are few. */
const LISTED = new Set(['energy', 'host_power', 'ready_node_profiles', 'management']);

/** What a row costs by itself, by the plan's offers before the catalogue; undefined where nothing is known. */
function offeredPrice(table: CatalogueTable | undefined, plan: Plan, key: string): CatalogueCell | undefined {
  if (table === undefined) return undefined;
  const counted = withCountedPrices(table, quotedPrices(plan, table.kind));
  const row = counted.rows.find((each) => each.picked_as === key);
  return row && priceCell(counted, row);
}

/** A row that was picked: another price to choose between, or what was done with the price, and another name. */
interface Picked {
  key: string;
  former: string;
  offered?: CatalogueCell;
  kept?: readonly TypedPrice[];
}

/** A choice from the catalogue; figures that described the former choice go with it, prices only when asked about. */
export function CatalogueField({ id, spec, root, error }: Props) {
  const { plan, change } = useInputs();
  const pointer = root + spec.tail;
  const value = getAt(plan, pointer);
  const kind = spec.catalogue ?? '';
  const { data: table } = useQuery(catalogueTableQuery(kind));
  const client = useQueryClient();
  const [picked, setPicked] = useState<Picked>();
  const part = pointer.slice(0, pointer.lastIndexOf('/'));
  const figures = (spec.figures ?? []).map((name) => `${part}/${name}`);
  const typed = typedPrices(plan, figures);
  const set = (key: string | undefined, keep: readonly TypedPrice[]) => {
    const going = figures.filter((each) => keep.every((price) => price.pointer !== each));
    change(pointer, (before) => pickRow(before, pointer, key, key === undefined ? [] : going));
  };
  const choose = (key: string | undefined) => {
    if (key === undefined || typeof value !== 'string') {
      set(key, typed);
      setPicked(undefined);
      return;
    }
    // The table may have come after the field was opened: what it is now, and not what it was then.
    const read = client.getQueryData(catalogueTableQuery(kind).queryKey);
    const offered = typed.length > 0 ? offeredPrice(read, plan, key) : undefined;
    if (offered === undefined) set(key, typed);
    setPicked({ key, former: value, ...(offered ? { offered } : { kept: typed }) });
  };
  const common = {
    id,
    kind,
    value: typeof value === 'string' ? value : typeof spec.fallback === 'string' ? spec.fallback : undefined,
    placeholder: spec.placeholder ?? 'own figures',
    clearable: spec.optional === true && spec.fallback === undefined,
    error,
  };
  return (
    <>
      {LISTED.has(kind) ? (
        <CataloguePicker {...common} onChange={choose} />
      ) : (
        <PickedRow
          {...common}
          label={spec.label}
          pointer={pointer}
          price={typeof value === 'string' ? ownCell(typed) : undefined}
          choose={choose}
        />
      )}
      {picked?.offered !== undefined && (
        <PriceQuestion
          typed={typed}
          former={nameIn(table, picked.former) ?? picked.former}
          name={nameIn(table, picked.key) ?? picked.key}
          offered={picked.offered}
          onAnswer={(answer) => {
            set(picked.key, answer === 'keep' ? typed : []);
            setPicked({ key: picked.key, former: picked.former });
          }}
          onClose={() => setPicked(undefined)}
        />
      )}
      {picked !== undefined && picked.key === value && table !== undefined && (
        <AfterPick picked={picked} pointer={pointer} table={table} />
      )}
    </>
  );
}

interface AfterProps {
  picked: Picked;
  pointer: string;
  table: CatalogueTable;
}

/** What another row leaves to say: a price that is kept as no other is known, and a name that no longer fits. */
function AfterPick({ picked, pointer, table }: AfterProps) {
  const { plan, change } = useInputs();
  const name = renamed(plan, pointer, table, picked.former, picked.key);
  const kept = picked.kept?.map(({ text }) => text).join(', ') ?? '';
  if (name === undefined && kept === '') return null;
  return (
    <p role="status" className={classes.afterwards}>
      {kept !== '' && `${kept} of the plan is kept: the catalogue has no price for this row. `}
      {name && (
        <button
          type="button"
          className="link-button"
          onClick={() => change(name.pointer, (before) => editField(before, name.pointer, name.to))}
        >
          {`Rename to \u201c${name.to}\u201d`}
        </button>
      )}
    </p>
  );
}

interface PickedProps {
  id: string;
  kind: string;
  label: string;
  pointer: string;
  value: string | undefined;
  placeholder: string;
  clearable: boolean;
  error: string | undefined;
  /** The price that the plan has for the row. */
  price: CatalogueCell | undefined;
  choose: (key: string | undefined) => void;
}

/** The row in force, which opens the table to pick another. */
function PickedRow({
  id,
  kind,
  label,
  pointer,
  value,
  placeholder,
  clearable,
  error,
  price,
  choose,
}: PickedProps) {
  const { pick } = usePlanActions();
  const { data } = useQuery(catalogueTableQuery(kind));
  const name = value === undefined ? undefined : (nameIn(data, value) ?? value);
  return (
    <>
      <Button
        id={id}
        variant="default"
        className={classes.picked}
        aria-label={`${label}: ${name ?? placeholder}`}
        aria-haspopup="dialog"
        aria-invalid={error !== undefined}
        title={name}
        rightSection={<span aria-hidden>{'\u2026'}</span>}
        justify="space-between"
        fullWidth
        data-empty={name === undefined}
        onClick={() => pick?.({ pointer, kind, value, price, clearable, choose })}
      >
        {name ?? placeholder}
      </Button>
      {error !== undefined && (
        <p role="alert" className={classes.wrong}>
          {error}
        </p>
      )}
    </>
  );
}
