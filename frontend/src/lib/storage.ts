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
