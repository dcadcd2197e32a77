/** What stands in for absent fields: the inputs of a result, and computed quantities where no single input does. */
import type { Input, Provenance, QuantityName } from '@/api/types';

import type { Part } from './form-types';

/** The quantities that stand in for fields of a form: what a result must have for `usedInputs`. */
export const standingIn = (parts: readonly Part[]): string[] =>
  parts.flatMap((part) => part.fields.flatMap((spec) => spec.standsIn ?? []));

/** What says where values come from: an answer of its own, or a whole result. */
export type ProvenanceOf = Pick<Provenance, 'inputs' | 'configurations'>;

const known = new WeakMap<ProvenanceOf, Input[]>();

/** The inputs behind fields, computed stand-ins first; `parts` are those of a configuration's form, always the same. */
export function usedInputs(result: ProvenanceOf, parts: readonly Part[]): Input[] {
  const found = known.get(result) ?? collected(result, parts);
  known.set(result, found);
  return found;
}

function collected(result: ProvenanceOf, parts: readonly Part[]): Input[] {
  const computed = parts.flatMap((part) =>
    part.fields.flatMap((spec) =>
      spec.standsIn === undefined ? [] : standIns(result, spec.standsIn, spec.tail, spec.unit),
    ),
  );
  return [...computed, ...result.inputs];
}

function standIns(result: ProvenanceOf, quantity: QuantityName, tail: string, unit = ''): Input[] {
  return result.configurations.flatMap(({ key, quantities }, index) => {
    const pointer = `/configurations/${String(index)}${tail}`;
    const behind = result.inputs.filter((each) => each.pointer === pointer && each.value !== null);
    const value = quantities[quantity]?.value ?? null;
    // What is given stands for itself.
    if (value === null || behind.some((each) => each.kind === 'entered')) return [];
    const first = behind.find((each) => each.status === 'assumed') ?? behind[0];
    return first ? [{ ...first, quantity, unit, configuration: key, pointer, value }] : [];
  });
}
