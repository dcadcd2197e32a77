import type { QuantityName, Value } from '@/api/types';

/**
 * Values, each with only those missing fields that none before it has named: a sum lacks whatever its parts lack, and
 * need not say so again.
 */
export function withCuresOnce(
  values: Iterable<readonly [quantity: QuantityName, value: Value | undefined]>,
): ReadonlyMap<string, Value> {
  const named = new Set<string>();
  const found = new Map<string, Value>();
  for (const [quantity, value] of values) {
    if (!value) continue;
    const missing = (value.missing ?? []).filter((pointer) => !named.has(pointer));
    for (const pointer of missing) named.add(pointer);
    found.set(quantity, { ...value, missing });
  }
  return found;
}
