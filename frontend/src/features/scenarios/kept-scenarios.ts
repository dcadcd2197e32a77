/**
 * Scenarios that this browser keeps: those of plans that are not saved, and those that the server does not have yet. The
 * server has those of saved plans.
 */
import type { Plan } from '@/api/types';
import { equal, isObject, type Json } from '@/lib/json';
import { scenariosName } from '@/plan/drafts';
import { withCurrentNames } from '@/plan/former-names';
import { canBeOpened } from '@/plan/openable';
import { jsonIn, keepText, keptJson, keptText, putAside } from '@/lib/storage';

export interface Scenario {
  id: string;
  name: string;
  /** When it was pinned. */
  at: number;
  plan: Plan;
}

/** More than anybody compares at once, and little enough for the room that a browser gives. */
export const MOST_SCENARIOS = 8;

/** Those that this version can open. */
export function readScenarios(key: string): readonly Scenario[] {
  const kept = keptJson(scenariosName(key));
  if (!Array.isArray(kept)) return [];
  const current = kept.map((each) =>
    isObject(each) && each.plan !== undefined ? { ...each, plan: withCurrentNames(each.plan) } : each,
  );
  return current.filter(isScenario) as unknown as Scenario[];
}

function isScenario(kept: Json): boolean {
  return (
    isObject(kept) &&
    typeof kept.id === 'string' &&
    typeof kept.name === 'string' &&
    typeof kept.at === 'number' &&
    canBeOpened(kept.plan)
  );
}

/** The same; what this version cannot open is put aside, so that the next change does not destroy it. */
export function openScenarios(key: string): readonly Scenario[] {
  const name = scenariosName(key);
  const text = keptText(name);
  const readable = readScenarios(key);
  const kept = jsonIn(text);
  if (text !== null && !(Array.isArray(kept) && kept.length === readable.length)) {
    putAside(name, text);
    writeScenarios(key, readable);
  }
  return readable;
}

/** Whether there was room for them. */
export function writeScenarios(key: string, scenarios: readonly Scenario[]): boolean {
  return keepText(scenariosName(key), scenarios.length === 0 ? null : JSON.stringify(scenarios)) === null;
}

/** A scenario that is pinned now, under a key that no other one of the plan has. */
export function newScenario(plan: Plan, wanted: string, others: readonly Scenario[]): Scenario {
  const at = Date.now();
  const taken = new Set(others.map((each) => each.id));
  let number = 0;
  while (taken.has(`${at.toString(36)}.${String(number)}`)) number += 1;
  return { id: `${at.toString(36)}.${String(number)}`, name: freeScenarioName(wanted, others), at, plan };
}

/** Scenarios of a file go with the plan that was read from it. */
export function addScenarios(key: string, found: readonly Pick<Scenario, 'name' | 'plan'>[]): void {
  const all = found.reduce<readonly Scenario[]>(
    (list, { name, plan }) => [...list, newScenario(plan, name, list)],
    readScenarios(key),
  );
  if (found.length > 0) writeScenarios(key, all);
}

/** A plan that is saved for the first time takes its scenarios along. */
export function moveScenarios(from: string, to: string): void {
  const moved = readScenarios(from);
  if (moved.length > 0 && writeScenarios(to, [...readScenarios(to), ...moved])) writeScenarios(from, []);
}

/** A name that none of them has. */
export function freeScenarioName(wanted: string, scenarios: readonly Scenario[]): string {
  const taken = new Set(scenarios.map((each) => each.name));
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted} (${String(number)})`)) number += 1;
  return `${wanted} (${String(number)})`;
}

/** The scenario that is the same plan, by whatever name. */
export function pinnedAs(plan: Plan, scenarios: readonly Scenario[]): Scenario | undefined {
  return scenarios.find((each) => equal({ ...each.plan, name: plan.name }, plan));
}
