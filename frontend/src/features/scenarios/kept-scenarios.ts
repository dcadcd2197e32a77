/** Plans that were pinned to be compared, kept in this browser for each plan. */
import type { Plan } from '@/api/types';
import { equal } from '@/lib/json';

export interface Scenario {
  id: string;
  name: string;
  /** When it was pinned. */
  at: number;
  plan: Plan;
}

const PREFIX = 'hostwise.scenarios.';
/** More than anybody compares, and little enough for the room that a browser gives. */
export const MOST_SCENARIOS = 8;

export function readScenarios(key: string): readonly Scenario[] {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + key) ?? '[]') as unknown;
    return Array.isArray(kept) ? (kept as Scenario[]) : [];
  } catch {
    return [];
  }
}

/** Whether there was room for them. */
export function writeScenarios(key: string, scenarios: readonly Scenario[]): boolean {
  try {
    if (scenarios.length === 0) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(scenarios));
    return true;
  } catch {
    return false;
  }
}

/** A plan that is saved for the first time takes its scenarios along. */
export function moveScenarios(from: string, to: string): void {
  const moved = readScenarios(from);
  if (moved.length > 0 && writeScenarios(to, [...readScenarios(to), ...moved].slice(0, MOST_SCENARIOS)))
    writeScenarios(from, []);
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
