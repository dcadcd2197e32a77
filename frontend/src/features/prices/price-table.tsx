import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useState } from 'react';

import type { PartPrice, Plan } from '@/api/types';
import { Dialog } from '@/components/dialog';
import { PlusIcon, TrashIcon } from '@/components/icons';
import { NumberEntry } from '@/components/number-entry';

import { PartPicker } from './part-picker';
import type { Parts } from './use-parts';
import classes from './prices.module.css';
import { currencyOf, isCurrency, isDate, pricesOf, usualDate } from './rows';

interface Props {
  plan: Plan;
  parts: Parts;
  onClose: () => void;
  /** The prices that are to be used, and the plan as it was when they began to be edited. */
  onRows: (rows: readonly PartPrice[], start: Plan) => void;
}

type Draft = Partial<PartPrice> & { id: number };

const isComplete = (row: Draft): row is Draft & PartPrice =>
  row.part !== undefined &&
  row.price !== undefined &&
  isCurrency(row.currency ?? '') &&
  isDate(row.date ?? '') &&
  (row.valid_until == null || isDate(row.valid_until));

/** The plan's prices as a table; they count once they are complete and taken over. */
export function PriceTable({ plan, parts, onClose, onRows }: Props) {
  const [drafts, setDrafts] = useState<readonly Draft[]>(() =>
    pricesOf(plan).map((each, id) => ({ ...each, id })),
  );
  const [start] = useState(plan);
  const empty = (): Draft => ({
    id: Math.max(0, ...drafts.map((each) => each.id)) + 1,
    currency: currencyOf(plan),
    date: usualDate(plan),
  });
  const edit = (id: number, fields: Partial<PartPrice>) =>
    setDrafts((before) =>
      before.map((each) => {
        if (each.id !== id) return each;
        // What is changed by hand is not what the price book says.
        const { book: _, ...own } = { ...each, ...fields };
        return Object.fromEntries(
          Object.entries<unknown>(own).filter(([, value]) => value !== undefined),
        ) as Draft;
      }),
    );
  const named = drafts.flatMap((each) => each.part ?? []);
  const repeated = named.find((each, place) => named.indexOf(each) !== place);
  const ready = drafts.every(isComplete) && repeated === undefined;
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Prices of this plan"
      width={1180}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="filled"
            disabled={!ready}
            onClick={() =>
              onRows(
                drafts.filter(isComplete).map(({ id: _, ...row }) => row),
                start,
              )
            }
          >
            Use these prices
          </Button>
        </>
      }
    >
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col" className={classes.wide}>
              Part
            </th>
            <th scope="col">Price</th>
            <th scope="col">Currency</th>
            <th scope="col">Date</th>
            <th scope="col">Valid until</th>
            <th scope="col">Quote</th>
            <th scope="col">Source</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {drafts.map((row, place) => (
            <Line
              key={row.id}
              row={row}
              number={place + 1}
              parts={parts}
              onEdit={(fields) => edit(row.id, fields)}
              onRemove={() => setDrafts((before) => before.filter((each) => each.id !== row.id))}
            />
          ))}
        </tbody>
      </table>
      {repeated !== undefined && <p role="alert">{parts.nameOf(repeated)} has more than one price.</p>}
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<PlusIcon size={12} />}
          onClick={() => setDrafts((before) => [...before, empty()])}
        >
          Add price
        </Button>
      </div>
      <p className="soft small">
        A price is that of one drive, memory module, processor, network card or server without them; of a
        licence as its catalogue row counts. It wins over the catalogue; a price in a configuration wins over
        it.
      </p>
    </Dialog>
  );
}

interface LineProps {
  row: Draft;
  number: number;
  parts: Parts;
  onEdit: (fields: Partial<PartPrice>) => void;
  onRemove: () => void;
}

function Line({ row, number, parts, onEdit, onRemove }: LineProps) {
  const said = (what: string) => `${what} of price ${String(number)}`;
  const text = (field: 'quote' | 'source', what: string) => (
    <td data-label={what}>
      <TextInput
        size="xs"
        aria-label={said(what)}
        value={row[field] ?? ''}
        onChange={(event) => onEdit({ [field]: event.currentTarget.value || undefined })}
      />
    </td>
  );
  return (
    <tr>
      <td className={classes.wide} data-label="Part">
        <PartPicker
          label={said('Part')}
          parts={parts}
          value={row.part ?? null}
          onChange={(part) => onEdit({ part: part ?? undefined })}
        />
      </td>
      <td data-label="Price">
        <NumberEntry aria-label={said('Price')} value={row.price} onChange={(price) => onEdit({ price })} />
      </td>
      <td data-label="Currency">
        <TextInput
          size="xs"
          aria-label={said('Currency')}
          value={row.currency ?? ''}
          maxLength={3}
          error={!isCurrency(row.currency ?? '')}
          onChange={(event) => onEdit({ currency: event.currentTarget.value.toUpperCase() })}
        />
      </td>
      <td data-label="Date">
        <TextInput
          size="xs"
          aria-label={said('Date')}
          value={row.date ?? ''}
          error={!isDate(row.date ?? '')}
          onChange={(event) => onEdit({ date: event.currentTarget.value })}
        />
      </td>
      <td data-label="Valid until">
        <TextInput
          size="xs"
          aria-label={said('Valid until')}
          value={row.valid_until ?? ''}
          error={row.valid_until != null && !isDate(row.valid_until)}
          onChange={(event) => onEdit({ valid_until: event.currentTarget.value || undefined })}
        />
      </td>
      {text('quote', 'Quote')}
      {text('source', 'Source')}
      <td>
        <ActionIcon aria-label={`Remove price ${String(number)}`} onClick={onRemove}>
          <TrashIcon />
        </ActionIcon>
      </td>
    </tr>
  );
}
