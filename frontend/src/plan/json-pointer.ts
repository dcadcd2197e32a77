/** JSON pointers (RFC 6901) into documents that are never changed in place. */
import { isObject, type Json, type JsonObject } from '@/lib/json';

export function parsePointer(pointer: string): string[] {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) throw new Error(`Not a JSON pointer: ${pointer}`);
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function formatPointer(tokens: readonly (string | number)[]): string {
  return tokens.map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The part that a pointer refers to, or undefined if there is none. */
export function getAt(document: unknown, pointer: string): Json | undefined {
  let part = document as Json | undefined;
  for (const token of parsePointer(pointer)) {
    if (Array.isArray(part)) part = part[Number(token)];
    else if (isObject(part)) part = part[token];
    else return undefined;
  }
  return part;
}

function changedAt(
  part: Json | undefined,
  tokens: string[],
  change: (part: Json | undefined) => Json | undefined,
): Json | undefined {
  const [token, ...rest] = tokens;
  if (token === undefined) return change(part);
  if (Array.isArray(part)) {
    const next = changedAt(part[Number(token)], rest, change);
    const copy = [...part];
    if (next === undefined) copy.splice(Number(token), 1);
    else copy[Number(token)] = next;
    return copy;
  }
  const object: JsonObject = isObject(part) ? part : {};
  const next = changedAt(object[token], rest, change);
  if (next === undefined) {
    if (!(token in object)) return part ?? undefined;
    return Object.fromEntries(Object.entries(object).filter(([key]) => key !== token));
  }
  return { ...object, [token]: next };
}

/** The document with one part set; missing objects on the way are made. */
export function setAt<T>(document: T, pointer: string, value: Json): T {
  return changedAt(document as Json, parsePointer(pointer), () => value) as T;
}

/** The document without one part; a removed array element closes the gap. */
export function deleteAt<T>(document: T, pointer: string): T {
  if (getAt(document, pointer) === undefined) return document;
  return changedAt(document as Json, parsePointer(pointer), () => undefined) as T;
}

/** The document with an element put into an array before the given index. */
export function insertAt<T>(document: T, arrayPointer: string, index: number, value: Json): T {
  return changedAt(document as Json, parsePointer(arrayPointer), (part) => {
    const copy = Array.isArray(part) ? [...part] : [];
    copy.splice(index, 0, value);
    return copy;
  }) as T;
}

/** Whether `pointer` is `ancestor` or lies below it. */
export function isWithin(pointer: string, ancestor: string): boolean {
  return pointer === ancestor || pointer.startsWith(`${ancestor}/`);
}
