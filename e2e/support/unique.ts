import { randomUUID } from 'node:crypto';

/** For names that no other test has: all of them share one database. */
export const unique = (): string => randomUUID().slice(0, 8);
