import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { errorText } from '@/api/client';
import type { AppliedBook, PartPrice, Plan, PriceBookItem } from '@/api/types';
import { Dialog } from '@/components/dialog';
import { Notice } from '@/components/notice';
import { withoutNulls } from '@/lib/json';

import { Changes } from './changes';
import classes from './prices.module.css';
import { applyStored, createBook, priceBooksQuery, replaceBook } from './queries';
import { currencyOf, keyOf, pricesOf, withPrices, withPricesAndRates } from './rows';

interface Props {
  plan: Plan;
  onClose: () => void;
  onChange: (change: (plan: Plan) => Plan) => void;
}

/** The price books of the installation: their prices for the plan, or the plan's prices for them. */
export function BookDialog({ plan, onClose, onChange }: Props) {
  const { data, error } = useQuery(priceBooksQuery);
  const using = useMutation({
    mutationFn: (key: string) => applyStored(plan, key),
    onSuccess: ({ plan: { economics } }: AppliedBook) => {
      const { prices = [], exchange_rates: rates = [] } = withoutNulls(economics ?? {});
      onChange((before) => withPricesAndRates(before, prices, rates));
    },
  });
  const books = data?.items ?? [];
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Price books"
      actions={
        <Button variant="filled" onClick={onClose}>
          Done
        </Button>
      }
    >
      {books.length === 0 ? (
        <p className="soft">{data ? 'No price book is stored here yet.' : 'Reading the price books\u2026'}</p>
      ) : (
        <ul className={classes.books}>
          {books.map((book) => (
            <li key={book.key}>
              <span>
                {book.name}{' '}
                <span className="soft small">
                  {String(book.prices)} {book.prices === 1 ? 'price' : 'prices'}, revision{' '}
                  {String(book.revision)}
                </span>
              </span>
              <Button
                size="compact-sm"
                loading={using.isPending && using.variables === book.key}
                onClick={() => using.mutate(book.key)}
              >
                Use its prices
              </Button>
            </li>
          ))}
        </ul>
      )}
      {using.data && <Applied applied={using.data} />}
      {pricesOf(plan).length > 0 && <SaveAsBook plan={plan} books={books} onChange={onChange} />}
      {[error, using.error].map(
        (each) =>
          each && (
            <Notice key={each.message} tone="error">
              {errorText(each)}
            </Notice>
          ),
      )}
    </Dialog>
  );
}

function Applied({ applied: { changes, unknown } }: { applied: AppliedBook }) {
  return (
    <Notice
      tone="info"
      title={
        changes.length === 0
          ? 'The plan has these prices already.'
          : `${String(changes.length)} ${changes.length === 1 ? 'price' : 'prices'} changed.`
      }
    >
      <Changes changes={changes} />
      {unknown.length > 0 && <p>Left out, since the catalogue does not have them: {unknown.join(', ')}.</p>}
    </Notice>
  );
}

interface SaveProps {
  plan: Plan;
  books: readonly PriceBookItem[];
  onChange: (change: (plan: Plan) => Plan) => void;
}

/** The plan's prices as a new price book, or as the newest revision of one. */
function SaveAsBook({ plan, books, onChange }: SaveProps) {
  const [name, setName] = useState('');
  const client = useQueryClient();
  const key = keyOf(name);
  const existing = books.find((each) => each.key === key);
  const saving = useMutation({
    mutationFn: () => {
      const prices = pricesOf(plan).map(({ book: _, ...own }): PartPrice => own);
      const rates = plan.economics?.exchange_rates ?? [];
      const book = { key, name: name.trim(), currency: currencyOf(plan), prices, exchange_rates: rates };
      return existing ? replaceBook(existing.revision, book) : createBook(book);
    },
    onSuccess: async ({ revision }) => {
      onChange((before) =>
        withPrices(
          before,
          pricesOf(before).map((each) => ({ ...each, book: { key, revision } })),
        ),
      );
      await client.invalidateQueries({ queryKey: priceBooksQuery.queryKey });
    },
  });
  return (
    <form
      className={classes.save}
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      <TextInput
        label="Save the prices of this plan as a price book"
        placeholder="Name of the price book"
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value);
          saving.reset();
        }}
      />
      <Button type="submit" disabled={name.trim() === ''} loading={saving.isPending}>
        {existing ? `Save as revision ${String(existing.revision + 1)}` : 'Save as new'}
      </Button>
      {saving.data && (
        <p role="status">
          Saved as {saving.data.book.name}, revision {String(saving.data.revision)}.
        </p>
      )}
      {saving.error && (
        <Notice tone="error" title="Not saved.">
          {errorText(saving.error)}
        </Notice>
      )}
    </form>
  );
}
