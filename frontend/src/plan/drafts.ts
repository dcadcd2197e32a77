/** Unsaved work, kept in the browser so that a reload loses nothing. */
import type { Plan } from '@/api/types';

import { isObject, type Json, type JsonObject } from '@/lib/json';
import { withCurrentNames } from './former-names';
import { canBeOpened } from './openable';
import type { Base, Clash } from './plan-editor';
import { jsonIn, keepText, keptText, keysWith, namesAside } from '@/lib/storage';

export interface Draft {
  base: Base;
  plan: Plan;
  at: number;
  /** Conflicts that the user has not resolved yet. */
  clash?: Clash | null;
}

const PREFIX = 'hostwise.draft.';

/** The origin of an open plan: a saved plan, a sample, a plan read from a file or typed, or none. */
export type Origin = { kind: 'plan' | 'sample' | 'imported'; key: string } | { kind: 'new' };

/** Key under which this browser stores the unsaved work. */
export function draftKey(origin: Origin): string {
  return origin.kind === 'new' ? origin.kind : `${origin.kind}.${origin.key}`;
}

/** The origin whose key this is; null where it is none. */
export function originOf(key: string): Origin | null {
  const [, kind, name] = /^(plan|sample|imported|new)(?:[.](.+))?$/.exec(key) ?? [];
  if (kind === 'new') return { kind };
  return name === undefined ? null : { kind: kind as 'plan' | 'sample' | 'imported', key: name };
}

/** The name under which the browser's storage has it. */
export function draftName(key: string): string {
  return PREFIX + key;
}

/** The same for text in fields that is no number, and so in no plan. */
export function unreadableName(key: string): string {
  return `hostwise.unreadable.${key}`;
}

/** The same for scenarios that the server does not have. */
export function scenariosName(key: string): string {
  return `hostwise.scenarios.${key}`;
}

/** The origins that have a draft, even an unreadable one. */
export function draftOrigins(): Origin[] {
  return [...new Set([...keysWith(PREFIX), ...namesAside(PREFIX)])].flatMap((text) => originOf(text) ?? []);
}

export function readDraft(key: string): Draft | null {
  return draftIn(readDraftText(key));
}

export function readDraftText(key: string): string | null {
  return keptText(PREFIX + key);
}

/** The work in a text; null where there is none, or none that this version can open. */
export function draftIn(text: string | null): Draft | null {
  const kept = jsonIn(text);
  if (!isObject(kept)) return null;
  const draft = currentIn(kept, 'plan');
  if (isObject(draft.base)) draft.base = currentIn(draft.base, 'plan');
  if (isObject(draft.clash)) draft.clash = currentIn(draft.clash, 'plan', 'other');
  if (!isBase(draft.base) || !canBeOpened(draft.plan) || typeof draft.at !== 'number') return null;
  const { clash } = draft;
  const whole = isObject(clash) && canBeOpened(clash.plan) && canBeOpened(clash.other);
  return { ...draft, clash: whole ? clash : null } as unknown as Draft;
}

/** What is kept, with current names in its plans. */
function currentIn(kept: JsonObject, ...plans: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(kept).map(([name, value]) => [
      name,
      plans.includes(name) ? withCurrentNames(value) : value,
    ]),
  );
}

function isBase(base: Json | undefined): boolean {
  return (
    isObject(base) && canBeOpened(base.plan) && (base.revision === null || typeof base.revision === 'number')
  );
}

/** The work as text. */
export function draftText(draft: Draft): string {
  return JSON.stringify(draft);
}

export function writeDraft(key: string, draft: Draft): void {
  keepText(PREFIX + key, draftText(draft));
}

/** Delete unsaved work, and with it typed texts that are no numbers. */
export function dropDraft(key: string): void {
  keepText(PREFIX + key, null);
  keepText(unreadableName(key), null);
}

/** Move work to another key: its plan was saved, and edited meanwhile. */
export function moveDraft(from: string, to: string): void {
  const draft = readDraft(from);
  if (draft) writeDraft(to, draft);
  dropDraft(from);
}
