/** Plans that this browser keeps and nobody saved, and unsaved changes of those that are. */
import type { Plan } from '@/api/types';

import { draftKey, draftOrigins, dropDraft, type Origin, readDraft } from './drafts';
import { dropImported, importedAt, importedKeys, readImported } from './imported-plans';
import { getAt } from './json-pointer';

export interface Unsaved {
  /** Names it among all others. */
  id: string;
  origin: Origin;
  name: string;
  /** All that are counted; names alone may be alike. */
  vms: number;
  /** When it was changed last, or read. */
  at: number;
}

/** All of them, the one that was changed last before the others. */
export function unsavedPlans(): Unsaved[] {
  const imported = importedKeys().map((key): Origin => ({ kind: 'imported', key }));
  const all = new Map([...imported, ...draftOrigins()].map((origin) => [draftKey(origin), origin]));
  return [...all].flatMap(([id, origin]) => found(id, origin)).sort((one, other) => other.at - one.at);
}

function found(id: string, origin: Origin): Unsaved[] {
  const draft = readDraft(id);
  if (draft) return [{ id, origin, ...toldBy(draft.plan), at: draft.at }];
  const plan = origin.kind === 'imported' ? readImported(origin.key) : null;
  return plan && origin.kind === 'imported'
    ? [{ id, origin, ...toldBy(plan), at: importedAt(origin.key) }]
    : [];
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
  else dropDraft(id);
}
