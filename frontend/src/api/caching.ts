import { hashKey, type QueryKey } from '@tanstack/react-query';

/** For how long answers of the API are kept; their queries stand in the features that ask. */

/** What does not change while the server runs. */
export const CACHE_FOREVER = { staleTime: Infinity } as const;

/** What is computed: the same question has the same answer, and a failed one is not asked again unchanged. */
export const CACHE_COMPUTED = { staleTime: Infinity, gcTime: 120_000, retry: false } as const;

/** What is computed anew with every edit: kept as long as somebody undoes at once, for each is large. */
export const CACHE_BRIEFLY = { ...CACHE_COMPUTED, gcTime: 3_000 } as const;

/** What others may change meanwhile: asked for with each visit of a page, once for its route and the page itself. */
export const CACHE_ONE_VISIT = { staleTime: 1_000 } as const;

/** The revision that a change starts from, for If-Match. */
export const etag = (revision: number) => `"${String(revision)}"`;

const hashes = new WeakMap<object, string>();

/** The name of a question: plans, which never change, are written once, not at each look at an answer. */
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
