import { hashKey, type QueryKey } from '@tanstack/react-query';

/** Cache times of answers of the API; the queries are in the features that use them. */

/** For answers that do not change while the server runs. */
export const CACHE_FOREVER = { staleTime: Infinity } as const;

/** For computed answers: the same request has the same answer, and a failed one is not repeated unchanged. */
export const CACHE_COMPUTED = { staleTime: Infinity, gcTime: 120_000, retry: false } as const;

/** For answers computed after every edit: each is large, so they are kept just long enough for an undo. */
export const CACHE_BRIEFLY = { ...CACHE_COMPUTED, gcTime: 3_000 } as const;

/** For data that others may change: requested at each visit of a page, once for its route and the page itself. */
export const CACHE_ONE_VISIT = { staleTime: 1_000 } as const;

/** The revision that a change starts from, for If-Match. */
export const etag = (revision: number) => `"${String(revision)}"`;

const hashes = new WeakMap<object, string>();

/** The hash of a query key: plans are immutable, so each is serialised once, not at every lookup. */
export function questionHash(key: QueryKey): string {
  const parts = key.map((part) => {
    if (typeof part !== 'object' || part === null) return hashKey([part]);
    const known = hashes.get(part);
    if (known !== undefined) return known;
    const hash = hashKey([part]);
    hashes.set(part, hash);
    return hash;
  });
  return parts.join();
}
