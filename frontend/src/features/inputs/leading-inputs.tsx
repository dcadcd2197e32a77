import type { Plan, Sensitivity } from '@/api/types';
import type { FieldSpec } from '@/lib/form-types';
import { formatRoughShare } from '@/lib/format';
import { getAt } from '@/lib/json-pointer';

import { FieldRow } from './field-row';
import { useInputs } from './inputs-context';
import { fieldLabel, specAt } from './labels';
import classes from './leading-inputs.module.css';

const MOST = 12;
const SHOWN = new Set(['number', 'integer', 'share', 'money', 'catalogue']);

interface Leading {
  pointer: string;
  root: string;
  spec: FieldSpec;
  /** The configuration that it belongs to, if any. */
  mark: number | undefined;
  share: number;
}

/** The fields that move the answer most, the strongest first; of those that the plan has. */
export function leadingInputs(plan: Plan, sensitivity: Sensitivity | undefined): Leading[] {
  const found = (sensitivity?.effects ?? []).flatMap(({ pointer, share }): Leading[] => {
    const spec = specAt(pointer);
    if (spec === undefined || !SHOWN.has(spec.kind)) return [];
    const root = pointer.slice(0, pointer.length - spec.tail.length);
    if (getAt(plan, root) === undefined) return [];
    // One line each: no slider.
    const { slider: _, ...line } = spec;
    const [, index] = /^\/configurations\/(\d+)\//.exec(pointer) ?? [];
    const mark = index === undefined ? undefined : Number(index);
    // A sign is shorter than the name of the configuration.
    return [
      { pointer, root, spec: { ...line, label: fieldLabel(plan, pointer, mark !== undefined) }, mark, share },
    ];
  });
  return found.slice(0, MOST);
}

/** Fields that stand in their places below as well, each with how far it moves the answer. */
export function LeadingInputs({ sensitivity }: { sensitivity: Sensitivity | undefined }) {
  const { plan } = useInputs();
  const found = leadingInputs(plan, sensitivity);
  const strongest = found[0]?.share ?? 1;
  const of = sensitivity?.of ?? 'cost';
  return found.map(({ pointer, root, spec, mark, share }) => (
    <div
      key={pointer}
      title={`Through its range, or by a tenth, it moves the ${of} by up to ${formatRoughShare(share)}.`}
    >
      <FieldRow spec={spec} root={root} mark={mark} again />
      <div
        className={classes.effect}
        style={{ width: `${String((100 * share) / strongest)}%` }}
        aria-hidden="true"
      />
    </div>
  ));
}
