/** Plans that this browser keeps and nobody saved, and unsaved changes of those that are. */
import type { Plan } from '@/api/types';

import {
  draftKey,
  draftName,
  draftOrigins,
  dropDraft,
  type Origin,
  readDraft,
  readDraftText,
} from './drafts';
import { dropImported, importedAt, importedKeys, importedText, readImported } from './imported-plans';
import { getAt } from './json-pointer';
import { asideTexts, dropAside, jsonIn } from '@/lib/storage';

export interface Unsaved {
  /** Names it among all others. */
  id: string;
  origin: Origin;
  name: string;
  /** All that are counted; names alone may be alike. */
  vms: number;
  /** When it was changed last, or read; null where that cannot be read. */
  at: number | null;
  /** Whether this version can open it. */
  readable: boolean;
}

/** All of them, the one that was changed last before the others. */
export function unsavedPlans(): Unsaved[] {
  const imported = importedKeys().map((key): Origin => ({ kind: 'imported', key }));
  const all = new Map([...imported, ...draftOrigins()].map((origin) => [draftKey(origin), origin]));
  return [...all]
    .map(([id, origin]) => found(id, origin))
    .sort((one, other) => (other.at ?? 0) - (one.at ?? 0));
}

function found(id: string, origin: Origin): Unsaved {
  const draft = readDraft(id);
  if (draft) return { id, origin, ...toldBy(draft.plan), at: draft.at, readable: true };
  const imported = origin.kind === 'imported' ? origin.key : null;
  const plan = imported === null ? null : readImported(imported);
  if (plan && imported !== null)
    return { id, origin, ...toldBy(plan), at: importedAt(imported), readable: true };
  return { id, origin, name: nameIn(unreadableTexts(id, imported)), vms: 0, at: null, readable: false };
}

function unreadableTexts(id: string, imported: string | null): string[] {
  const texts = [readDraftText(id), imported === null ? null : importedText(imported)];
  return [...texts.filter((each) => each !== null), ...asideTexts(draftName(id))];
}

/** What work is called that cannot be read otherwise. */
function nameIn(texts: readonly string[]): string {
  const names = texts.flatMap((text) => {
    const name = getAt(jsonIn(text), '/plan/name') ?? getAt(jsonIn(text), '/name');
    return typeof name === 'string' && name !== '' ? [name] : [];
  });
  return names[0] ?? 'Unnamed plan';
}

/** A plan as it is kept may be one that is not valid. */
function toldBy(plan: Plan): Pick<Unsaved, 'name' | 'vms'> {
  const groups = getAt(plan, '/workload/groups');
  const counts = Array.isArray(groups) ? groups.map((each) => getAt(each, '/count')) : [];
  const vms = counts.reduce<number>((sum, each) => sum + (typeof each === 'number' ? each : 0), 0);
  return { name: plan.name, vms };
}

/** Forget the unsaved work; what is saved stays. */
export function discardUnsaved({ id, origin }: Unsaved): void {
  if (origin.kind === 'imported') dropImported(origin.key);
  else {
    dropDraft(id);
    dropAside(draftName(id));
  }
}
