/** Plans that were read from files and not saved yet, kept in this browser so that a reload loses nothing. */
import type { Plan } from '@/api/types';

const PREFIX = 'hostwise.imported.';
const MOST_KEPT = 5;

/** Without room in the browser's storage, it lives as long as the page. */
const unkept = new Map<string, Plan>();

function keptKeys(): string[] {
  return Object.keys(localStorage)
    .filter((each) => each.startsWith(PREFIX))
    .sort();
}

/** Keep a plan under a new key; the oldest of many goes. */
export function keepImported(plan: Plan): string {
  const key = Date.now().toString(36);
  unkept.set(key, plan);
  try {
    for (const each of keptKeys().slice(0, -(MOST_KEPT - 1))) localStorage.removeItem(each);
    localStorage.setItem(PREFIX + key, JSON.stringify(plan));
    unkept.delete(key);
  } catch {
    // No room or no permission: the plan lives on in the page only.
  }
  return key;
}

export function readImported(key: string): Plan | null {
  const inPage = unkept.get(key);
  if (inPage) return inPage;
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? null : (JSON.parse(text) as Plan);
  } catch {
    return null;
  }
}

export function dropImported(key: string): void {
  unkept.delete(key);
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Nothing was kept, so nothing is left.
  }
}
