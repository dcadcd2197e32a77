/** The least that a page of a plan needs to show it; other mistakes are shown and corrected on the page. */
import { isObject, type Json } from '@/lib/json';
import { getAt, parsePointer } from './json-pointer';
import { LISTS } from './plan-lists.gen';

/** Whether a document has the parts that every page of a plan shows, so that what is wrong in them can be corrected. */
export function canBeOpened(document: Json | undefined): boolean {
  if (!isObject(document) || typeof document.name !== 'string') return false;
  return (
    isListOfNamed(getAt(document, '/workload/groups'), 'name') &&
    isListOfNamed(document.configurations, 'key') &&
    Object.keys(LISTS).every((pattern) => isListIfAny(document, parsePointer(pattern)))
  );
}

function isListOfNamed(value: Json | undefined, identity: string): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each) => isObject(each) && typeof each[identity] === 'string')
  );
}

/** Whether the values along a path through the document have the right type, or are absent. */
function isListIfAny(part: Json | undefined, [token, ...rest]: readonly string[]): boolean {
  if (part === undefined || part === null) return true;
  if (token === undefined) return Array.isArray(part) && part.every(isObject);
  if (token === '*') return Array.isArray(part) && part.every((each) => isListIfAny(each, rest));
  return isObject(part) && isListIfAny(part[token], rest);
}
