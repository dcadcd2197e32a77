import { Checkbox, Select, Slider, Textarea, TextInput } from '@mantine/core';
import { useRef } from 'react';

import { FORMS } from '@/api/generated/forms.gen';
import type { Architecture, FieldProblem, Plan } from '@/api/types';
import { NumberEntry } from '@/components/number-entry';
import { StatusBadge } from '@/components/status-badge';
import { fieldId } from '@/lib/field-id';
import type { FieldKind, FieldSpec } from '@/lib/form-types';
import { formatListed } from '@/lib/format';
import { getAt } from '@/lib/json-pointer';
import { fromPercent, toPercent } from '@/lib/percent';
import { changeArchitecture, editField, restorePart } from '@/lib/plan-edits';

import { CatalogueField } from './catalogue-field';
import classes from './field-row.module.css';
import { usedFor } from './field-status';
import { useInputs } from './inputs-context';
import { OpmModelPicker } from './opm-model-picker';

const NUMERIC = new Set<FieldKind>(['number', 'integer', 'share', 'money']);
const HAS_DEFAULT = new Set<FieldKind>([...NUMERIC, 'catalogue', 'choice', 'opm_model']);

/** One field of the plan: label, control, unit, where its value comes from, and what is wrong with it. */
export function FieldRow({ spec, root }: { spec: FieldSpec; root: string }) {
  const { plan, inputs, problems, missing, unreadable, edit, keepUnreadable, change } = useInputs();
  const pointer = root + spec.tail;
  const id = fieldId(pointer);
  const value = getAt(plan, pointer);
  const present = value !== undefined;
  const currency = plan.economics?.currency ?? '';
  const used = usedFor(spec, value, inputs.get(pointer) ?? [], missing.has(pointer));
  const error = problems
    .get(pointer)
    ?.map((each) => problemText(each, spec.kind))
    .join(' ');
  const control = { id, error };
  const unit =
    spec.kind === 'share'
      ? (spec.unit ?? '%')
      : spec.kind === 'money'
        ? `${currency}${spec.unit ?? ''}`
        : (spec.unit ?? '');
  const number = typeof value === 'number' ? value : undefined;
  // What hangs on an emptied field is still there and can be removed.
  const owned = spec.whole === undefined ? present : getAt(plan, root + spec.whole) !== undefined;
  const resettable = spec.optional && (present || owned);
  // A field that is emptied only to be typed anew brings back what went with it.
  const emptied = useRef<Plan>(null);
  const status = useRef<HTMLDivElement>(null);
  const setNumber = (next: number | undefined) => {
    const whole = spec.whole === undefined ? undefined : root + spec.whole;
    if (whole === undefined) edit(pointer, next);
    else if (next === undefined) {
      emptied.current = plan;
      edit(whole, undefined);
    } else {
      const earlier = getAt(plan, whole) === undefined ? emptied.current : null;
      change(pointer, (before) =>
        editField(earlier ? restorePart(before, earlier, whole) : before, pointer, next),
      );
    }
  };

  return (
    <div className={classes.row} data-kind={spec.kind} data-field={pointer}>
      <label htmlFor={id} className={classes.label} title={spec.help}>
        {spec.label}
      </label>
      <div className={classes.control}>
        {spec.kind === 'text' && (
          <TextInput
            id={id}
            value={typeof value === 'string' ? value : ''}
            error={error}
            onChange={(event) => {
              const text = event.currentTarget.value;
              edit(pointer, text === '' && spec.optional ? undefined : text);
            }}
          />
        )}
        {spec.kind === 'paragraph' && (
          <Textarea
            id={id}
            autosize
            minRows={2}
            maxRows={8}
            value={typeof value === 'string' ? value : ''}
            error={error}
            onChange={(event) => edit(pointer, event.currentTarget.value)}
          />
        )}
        {spec.kind === 'flag' && (
          <Checkbox
            id={id}
            checked={(value ?? spec.fallback) === true}
            onChange={(event) => edit(pointer, event.currentTarget.checked)}
          />
        )}
        {spec.kind === 'choice' && (
          <Select
            id={id}
            data={spec.choices}
            value={textOr(value, spec.fallback)}
            placeholder="not given"
            allowDeselect={false}
            error={error}
            comboboxProps={{ width: 240, position: 'bottom-end', shadow: 'sm' }}
            onChange={(choice) => {
              if (spec.tail === '/architecture') {
                change(pointer, (before) =>
                  changeArchitecture(before, root, choice as Architecture, FORMS.configuration),
                );
              } else edit(pointer, choice ?? undefined);
            }}
          />
        )}
        {spec.kind === 'opm_model' && (
          <OpmModelPicker
            {...control}
            value={typeof value === 'string' ? value : undefined}
            own={plan.opm_models ?? []}
            onChange={(key) => edit(pointer, key)}
          />
        )}
        {spec.kind === 'catalogue' && <CatalogueField {...control} spec={spec} root={root} />}
        {NUMERIC.has(spec.kind) && (
          <NumberEntry
            {...control}
            value={number}
            placeholder={used.placeholder}
            unit={unit}
            percent={spec.kind === 'share'}
            whole={spec.kind === 'integer'}
            unreadable={unreadable.get(pointer)}
            onUnreadable={(text) => keepUnreadable(pointer, text)}
            onLeave={() => {
              emptied.current = null;
            }}
            onChange={setNumber}
          />
        )}
      </div>
      {spec.kind !== 'flag' && spec.kind !== 'paragraph' && (
        <div ref={status} tabIndex={-1} className={classes.status}>
          <StatusBadge status={used.status} note={used.note} />
          {used.confirms !== undefined && (
            <button
              type="button"
              className={`link-button ${classes.reset}`}
              aria-label={`Confirm ${spec.label}`}
              title="Enter this value as your own"
              onClick={() => {
                edit(pointer, used.confirms);
                // The button goes with what it was for; what stands beside it now says "given".
                status.current?.focus();
              }}
            >
              confirm
            </button>
          )}
          {resettable && HAS_DEFAULT.has(spec.kind) && (
            <button
              type="button"
              className={`link-button ${classes.reset}`}
              aria-label={`Reset ${spec.label}`}
              onClick={() => edit(root + (spec.whole ?? spec.tail), undefined)}
            >
              reset
            </button>
          )}
        </div>
      )}
      {spec.slider && (
        <Slider
          className={classes.slider}
          {...spec.slider}
          value={clamped(
            number === undefined ? used.value : spec.kind === 'share' ? toPercent(number) : number,
            spec.slider,
          )}
          thumbLabel={`${spec.label}, slider`}
          onChange={(next) => edit(pointer, spec.kind === 'share' ? fromPercent(next) : next)}
        />
      )}
    </div>
  );
}

/** What is wrong, in the field's own unit: shares are typed as percent. */
function problemText(problem: FieldProblem, kind: FieldKind): string {
  const { code, limit, message, hint } = problem;
  const bound = { less_than_equal: 'at most', greater_than_equal: 'at least', greater_than: 'more than' }[
    code
  ];
  if (kind === 'share' && bound !== undefined && typeof limit === 'number') {
    return `Must be ${bound} ${formatListed(toPercent(limit))} %.`;
  }
  return [message, hint].filter(Boolean).join(' ');
}

function textOr(value: unknown, fallback: unknown): string | null {
  const text = value ?? fallback;
  return typeof text === 'string' ? text : null;
}

function clamped(value: number | undefined, range: { min: number; max: number }): number {
  return Math.min(range.max, Math.max(range.min, value ?? range.min));
}
