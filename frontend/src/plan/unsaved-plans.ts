/** Unsaved plans in this browser, and unsaved changes of saved plans. */
import type { Plan } from '@/api/types';

import {
  draftKey,
  draftName,
  draftOrigins,
  dropDraft,
  type Origin,
  readDraft,
  readDraftText,
  scenariosName,
} from './drafts';
import { dropImported, importedAt, importedKeys, importedText, readImported } from './imported-plans';
import { getAt } from './json-pointer';
import { asideTexts, dropAside, jsonIn, keepText } from '@/lib/storage';

export interface Unsaved {
  /** Names it among all others. */
  id: string;
  origin: Origin;
  name: string;
  /** VMs of all groups, to tell plans of the same name apart. */
  vms: number;
  /** When it was changed last, or imported; null if unknown. */
  at: number | null;
  /** Whether this version can open it. */
  readable: boolean;
}

/** All of them, the last changed first. */
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

/** The name of work that is otherwise unreadable. */
function nameIn(texts: readonly string[]): string {
  const names = texts.flatMap((text) => {
    const name = getAt(jsonIn(text), '/plan/name') ?? getAt(jsonIn(text), '/name');
    return typeof name === 'string' && name !== '' ? [name] : [];
  });
  return names[0] ?? 'Unnamed plan';
}

/** A stored plan may be invalid. */
function toldBy(plan: Plan): Pick<Unsaved, 'name' | 'vms'> {
  const groups = getAt(plan, '/workload/groups');
  const counts = Array.isArray(groups) ? groups.map((each) => getAt(each, '/count')) : [];
  const vms = counts.reduce<number>((sum, each) => sum + (typeof each === 'number' ? each : 0), 0);
  return { name: plan.name, vms };
}

/** Delete the unsaved work; the saved plan stays. */
export function discardUnsaved({ id, origin }: Unsaved): void {
  if (origin.kind === 'imported') {
    dropImported(origin.key);
    // It is nowhere else, and its scenarios belong to no other plan.
    keepText(scenariosName(id), null);
    dropAside(scenariosName(id));
  } else {
    dropDraft(id);
    dropAside(draftName(id));
  }
}
