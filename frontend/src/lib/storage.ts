/** What this browser keeps: it may have no room for it, or permit nothing. */
import type { Json } from './json';

/** Why something is not kept. */
export type Unkept = 'full' | 'refused';

/** What is kept under a name, if anything is. */
export function keptText(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** What is kept under a name as JSON; undefined where there is none. */
export function keptJson(name: string): Json | undefined {
  return jsonIn(keptText(name));
}

export function jsonIn(text: string | null): Json | undefined {
  try {
    return text === null ? undefined : (JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}

/** Keep a text, or nothing any more; says why if it could not. */
export function keepText(name: string, text: string | null): Unkept | null {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
    return null;
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'refused';
  }
}

/** What is kept under names that begin so, without that beginning. */
export function keysWith(prefix: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((each) => each.startsWith(prefix))
      .map((each) => each.slice(prefix.length));
  } catch {
    return [];
  }
}

/** What this version cannot read is put aside under such a name: what is kept next must not destroy it. */
const ASIDE = 'hostwise.aside.';

/** Put aside what cannot be read, in the room that it has had; where that fails it is back in its place. */
export function putAside(name: string, text: string): void {
  const all = [...asideTexts(name), text];
  keepText(name, null);
  if (keepText(ASIDE + name, JSON.stringify(all)) !== null) keepText(name, text);
}

/** All that was put aside under a name. */
export function asideTexts(name: string): string[] {
  const kept = keptJson(ASIDE + name);
  return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : [];
}

export function dropAside(name: string): void {
  keepText(ASIDE + name, null);
}

/** Under which names something was put aside, of those that begin so, and without that beginning. */
export function namesAside(prefix: string): string[] {
  return keysWith(ASIDE + prefix);
}
