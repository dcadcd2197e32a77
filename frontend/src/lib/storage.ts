/** The browser's storage, which may be full or forbidden. */
import type { Json } from './json';

/** Why something is not kept. */
export type Unkept = 'full' | 'refused';

/** The text stored under a name, if any. */
export function keptText(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** The JSON stored under a name; undefined without one. */
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

/** Store a text, or remove it; returns the reason if that fails. */
export function keepText(name: string, text: string | null): Unkept | null {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
    return null;
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'refused';
  }
}

/** The stored names with a prefix, without that prefix. */
export function keysWith(prefix: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((each) => each.startsWith(prefix))
      .map((each) => each.slice(prefix.length));
  } catch {
    return [];
  }
}

/** Prefix of texts that this version cannot read: they are put aside, so that the next write does not destroy them. */
const ASIDE = 'hostwise.aside.';

/** Put aside an unreadable text, in the space that it frees; if that fails, it is restored. */
export function putAside(name: string, text: string): void {
  const all = [...asideTexts(name), text];
  keepText(name, null);
  if (keepText(ASIDE + name, JSON.stringify(all)) !== null) keepText(name, text);
}

/** All texts put aside under a name. */
export function asideTexts(name: string): string[] {
  const kept = keptJson(ASIDE + name);
  return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : [];
}

export function dropAside(name: string): void {
  keepText(ASIDE + name, null);
}

/** The names with a prefix under which texts were put aside, without that prefix. */
export function namesAside(prefix: string): string[] {
  return keysWith(ASIDE + prefix);
}
