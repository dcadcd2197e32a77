/** For how long answers of the API are kept; their queries stand in the features that ask. */

/** What does not change while the server runs. */
export const FIXED = { staleTime: Infinity } as const;

/** What is computed: the same question has the same answer, and a failed one is not asked again unchanged. */
export const COMPUTED = { staleTime: Infinity, gcTime: 120_000, retry: false } as const;

/** What is computed anew with every edit: kept as long as somebody undoes at once, for each is large. */
export const FOLLOWING = { ...COMPUTED, gcTime: 3_000 } as const;

/** The revision that a change starts from, for If-Match. */
export const etag = (revision: number) => `"${String(revision)}"`;
