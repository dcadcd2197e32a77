import { queryOptions } from '@tanstack/react-query';

import { CACHE_COMPUTED, etag } from '@/api/caching';
import { unwrap } from '@/api/client';
import {
  applyPriceBook,
  createPriceBook,
  listPriceBooks,
  readPriceBook,
  readPriceQuote,
  savePriceBook,
} from '@/api/generated/sdk.gen';
import type { AppliedBook, Plan, PriceBook, PriceBookEntry, QuoteReading } from '@/api/types';
import { withoutNulls } from '@/lib/json';

/** The price books of the installation, which others change too. */
export const priceBooksQuery = queryOptions({
  queryKey: ['price-books'],
  queryFn: ({ signal }) => unwrap(listPriceBooks({ signal })),
  staleTime: 60_000,
});

/** What the newest revision of a book would change in a plan, of which only prices and currency count. */
export const newerPricesQuery = (plan: Plan, key: string, revision: number) =>
  queryOptions({
    queryKey: ['price-books', key, revision, 'applied', plan.economics],
    queryFn: () => applyStored(plan, key),
    ...CACHE_COMPUTED,
  });

/** The plan with the prices of a stored book, at its newest revision. */
export async function applyStored(plan: Plan, key: string): Promise<AppliedBook> {
  const { book, revision } = await unwrap(readPriceBook({ path: { key } }));
  return unwrap(applyPriceBook({ body: { plan, book: withoutNulls(book), revision } }));
}

export const createBook = (book: PriceBook): Promise<PriceBookEntry> =>
  unwrap(createPriceBook({ body: book }));

export const replaceBook = (revision: number, book: PriceBook): Promise<PriceBookEntry> =>
  unwrap(savePriceBook({ path: { key: book.key }, headers: { 'if-match': etag(revision) }, body: book }));

/** What a quote, as a file or pasted text, is read as. */
export const readQuote = (
  content: Blob,
  name: string,
  mapping?: Record<string, string>,
): Promise<QuoteReading> =>
  unwrap(
    readPriceQuote({ body: content, query: mapping ? { name, mapping: JSON.stringify(mapping) } : { name } }),
  );
