import type { CSSProperties } from 'react';

import type { Input, Plan, Sensitivities } from '@/api/types';
import type { FieldSpec } from '@/plan/form-types';
import { formatRoughShare } from '@/lib/format';
import { equal } from '@/lib/json';
import { getAt } from '@/plan/json-pointer';
import { remarksWithin } from '@/plan/plan-edits';

import { FieldRow, type Mark } from './field-row';
import { InputsAlike, useInputs } from './inputs-context';
import { fieldLabel, specAt } from './labels';
import classes from './leading-inputs.module.css';

const MOST = 12;
const LEADING_KINDS = new Set(['number', 'integer', 'share', 'money', 'catalogue']);

interface Leading {
  pointer: string;
  root: string;
  spec: FieldSpec;
  /** The configurations that it belongs to, if any. */
  marks: readonly Mark[];
  /** Other configurations in which it is the same, and is changed along with it. */
  others: readonly string[];
  share: number;
}

/**
 * The fields that move the answer most, the strongest first; of those that the plan has. A field that is the same in
 * several configurations is one.
 */
export function leadingInputs(
  plan: Plan,
  inputs: ReadonlyMap<string, Input[]>,
  sensitivity: Sensitivities | null | undefined,
): Leading[] {
  const found: Leading[] = [];
  for (const { pointer, share } of sensitivity?.sensitivities ?? []) {
    const next = leadingAt(plan, pointer, share);
    if (next === undefined) continue;
    const same = found.findIndex((each) => isSame(plan, inputs, each, next));
    const first = found[same];
    if (first === undefined) found.push(next);
    else {
      const marks = [...first.marks, ...next.marks].sort((one, other) => one.index - other.index);
      found[same] = { ...first, marks, others: [...first.others, next.root] };
    }
  }
  return found.slice(0, MOST);
}

function leadingAt(plan: Plan, pointer: string, share: number): Leading | undefined {
  const spec = specAt(pointer);
  if (spec === undefined || !LEADING_KINDS.has(spec.kind)) return undefined;
  const root = pointer.slice(0, pointer.length - spec.tail.length);
  if (getAt(plan, root) === undefined) return undefined;
  // One line each: no slider.
  const { slider: _, ...line } = spec;
  const [, index] = /^\/configurations\/(\d+)\//.exec(pointer) ?? [];
  const of = index === undefined ? undefined : plan.configurations[Number(index)];
  // A sign is shorter than the name of the configuration.
  const marks = of ? [{ index: Number(index), name: of.name }] : [];
  const label = fieldLabel(plan, pointer, marks.length > 0);
  return { pointer, root, spec: { ...line, label }, marks, others: [], share };
}

/** Whether two fields are one fact of two configurations: given alike, used alike. */
function isSame(plan: Plan, inputs: ReadonlyMap<string, Input[]>, one: Leading, other: Leading): boolean {
  // What hangs on a whole may have other things beside it.
  if (one.marks.length === 0 || one.spec.tail !== other.spec.tail || one.spec.whole !== undefined)
    return false;
  const given = tailsOf(one.spec).every((tail) =>
    equal(getAt(plan, one.root + tail) ?? null, getAt(plan, other.root + tail) ?? null),
  );
  const [used, usedThere] = [one, other].map((each) => inputs.get(each.pointer)?.[0]);
  return (
    given &&
    used?.value === usedThere?.value &&
    used?.status === usedThere?.status &&
    equal(remarksWithin(plan, one.pointer), remarksWithin(plan, other.pointer))
  );
}

/** The field, and the figures beside it that give way when a row of the catalogue is chosen. */
function tailsOf({ tail, figures = [] }: FieldSpec): string[] {
  const part = tail.slice(0, tail.lastIndexOf('/'));
  return [tail, ...figures.map((name) => `${part}/${name}`)];
}

/** Fields that stand in their places below as well, each with how far it moves the answer. */
export function LeadingInputs({ sensitivity }: { sensitivity: Sensitivities | null | undefined }) {
  const { plan, inputs } = useInputs();
  // Most plans have as many as are shown.
  if (sensitivity === undefined)
    return <div className={classes.room} style={{ '--rows': MOST } as CSSProperties} />;
  const found = leadingInputs(plan, inputs, sensitivity);
  const strongest = found[0]?.share ?? 1;
  const of = sensitivity?.of ?? 'cost';
  return found.map(({ pointer, root, spec, marks, others, share }) => (
    <div
      key={pointer}
      className={classes.leading}
      title={`Varied over its range, or by 10 %, it changes the ${of} by up to ${formatRoughShare(share)}.`}
    >
      <InputsAlike root={root} others={others} tails={tailsOf(spec)}>
        <FieldRow spec={spec} root={root} marks={marks} again />
      </InputsAlike>
      <div
        className={classes.effect}
        style={{ width: `${String((100 * share) / strongest)}%` }}
        aria-hidden="true"
      />
    </div>
  ));
}
