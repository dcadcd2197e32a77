import { ActionIcon, Button } from '@mantine/core';
import { useState } from 'react';

import type { FieldProblem, PartPrice, Plan } from '@/api/types';
import { TrashIcon } from '@/components/icons';
import { fieldId } from '@/plan/field-id';
import { formatListed } from '@/lib/format';
import { isWithin } from '@/plan/json-pointer';
import { mergePlans } from '@/plan/plan-merge';

import { BookDialog } from './book-dialog';
import { NewerPrices } from './newer-prices';
import { useParts } from './use-parts';
import { PriceTable } from './price-table';
import classes from './prices.module.css';
import { QuoteDialog } from './quote-dialog';
import { currenciesWithoutRate, merged, PRICES, pricesOf, withPrices } from './rows';

interface Props {
  plan: Plan;
  problems: readonly FieldProblem[];
  /** The way to audit a proposal against this plan. */
  onAudit: () => void;
  onChange: (topic: string, change: (plan: Plan) => Plan) => void;
}

type Open = 'table' | 'quote' | 'books' | null;

/** The plan's own prices: of quotes, of price books, or typed. */
export function Prices({ plan, problems, onAudit, onChange }: Props) {
  const [open, setOpen] = useState<Open>(null);
  const rows = pricesOf(plan);
  const parts = useParts(rows.length > 0 || open !== null);
  const close = () => setOpen(null);
  const change = (next: (plan: Plan) => Plan) => onChange(PRICES, next);
  const without = currenciesWithoutRate(plan, rows);
  return (
    <section className={classes.prices} aria-label="Prices" data-field={PRICES}>
      <h4>Prices of quotes and price books</h4>
      {rows.length === 0 ? (
        <p className="soft small">None yet: catalogue prices count where a configuration gives none.</p>
      ) : (
        <ul className={classes.list}>
          {rows.map((row, place) => (
            <Row
              key={row.part}
              row={row}
              name={parts.nameOf(row.part)}
              pointer={`${PRICES}/${String(place)}`}
              problems={problems}
              onEdit={() => setOpen('table')}
              onRemove={() =>
                change((before) =>
                  withPrices(
                    before,
                    pricesOf(before).filter((each) => each.part !== row.part),
                  ),
                )
              }
            />
          ))}
        </ul>
      )}
      {without.length > 0 && (
        <p className={classes.warning} role="status">
          Without an exchange rate of {without.join(' and ')} these prices cannot be used.
        </p>
      )}
      <NewerPrices plan={plan} rows={rows} onChange={change} />
      <div className={classes.buttons}>
        <Button size="compact-sm" id={fieldId(PRICES)} onClick={() => setOpen('quote')}>
          Paste a quote
        </Button>
        <Button size="compact-sm" onClick={() => setOpen('table')}>
          {rows.length > 0 ? 'Edit prices' : 'Enter prices'}
        </Button>
        <Button size="compact-sm" onClick={() => setOpen('books')}>
          Price books
        </Button>
        <Button size="compact-sm" onClick={onAudit}>
          Audit a proposal
        </Button>
      </div>
      {open === 'table' && (
        <PriceTable
          plan={plan}
          parts={parts}
          onClose={close}
          onRows={(next, start) => {
            // Another tab may have changed prices meanwhile.
            change((before) => mergePlans(start, withPrices(start, next), before).plan);
            close();
          }}
        />
      )}
      {open === 'quote' && (
        <QuoteDialog
          plan={plan}
          parts={parts}
          onClose={close}
          onPrices={(added) => {
            change((before) => withPrices(before, merged(pricesOf(before), added)));
            close();
          }}
        />
      )}
      {open === 'books' && <BookDialog plan={plan} onClose={close} onChange={change} />}
    </section>
  );
}

interface RowProps {
  row: PartPrice;
  name: string;
  pointer: string;
  problems: readonly FieldProblem[];
  onEdit: () => void;
  onRemove: () => void;
}

function Row({ row, name, pointer, problems, onEdit, onRemove }: RowProps) {
  const wrong = problems.filter((each) => isWithin(each.pointer, pointer));
  const origin = [
    row.quote,
    row.source,
    row.book && `${row.book.key}, revision ${String(row.book.revision)}`,
  ];
  return (
    <li data-field={pointer}>
      <button type="button" id={fieldId(pointer)} className={classes.row} onClick={onEdit}>
        <span className={classes.part}>{name}</span>
        <span className={classes.amount}>
          {formatListed(row.price)} {row.currency}
        </span>
        <span className={classes.origin}>
          {[row.date, ...origin].filter(Boolean).join(' \u00b7 ')}
          {row.valid_until && ` \u00b7 valid until ${row.valid_until}`}
        </span>
      </button>
      <ActionIcon aria-label={`Remove the price of ${name}`} onClick={onRemove}>
        <TrashIcon />
      </ActionIcon>
      {wrong.length > 0 && (
        <p className={classes.warning} role="alert">
          {wrong.map((each) => [each.message, each.hint].filter(Boolean).join(' ')).join(' ')}
        </p>
      )}
    </li>
  );
}
