/** The plan that something is held against, as an address names it: saved, a sample, or in this browser only. */
import { draftKey, type Origin, originOf } from './drafts';

export interface HeldAgainst {
  plan?: string;
  sample?: string;
  /** A plan that was read from a file and is not saved. */
  imported?: string;
  /** The new plan that is not saved. */
  new?: true;
}

/** The valid part of an address: one plan at most. */
export function heldAgainst(search: Record<string, unknown>): HeldAgainst {
  for (const kind of ['plan', 'sample', 'imported'] as const) {
    const key = search[kind];
    if ((typeof key === 'string' && key !== '') || typeof key === 'number') return { [kind]: String(key) };
  }
  return search.new === true ? { new: true } : {};
}

/** The address that names the plan with this key of unsaved work; the empty key is none. */
export function addressOfKey(key: string): HeldAgainst {
  const origin = originOf(key);
  if (origin === null) return {};
  return origin.kind === 'new' ? { new: true } : { [origin.kind]: origin.key };
}

/** The plan that an address names; null where it names none. */
export function originIn(address: HeldAgainst): Origin | null {
  const { plan, sample, imported } = address;
  if (plan !== undefined) return { kind: 'plan', key: plan };
  if (sample !== undefined) return { kind: 'sample', key: sample };
  if (imported !== undefined) return { kind: 'imported', key: imported };
  return address.new ? { kind: 'new' } : null;
}

/** The key of unsaved work of the plan that an address names; empty where it names none. */
export function keyOfAddress(address: HeldAgainst): string {
  const origin = originIn(address);
  return origin ? draftKey(origin) : '';
}
