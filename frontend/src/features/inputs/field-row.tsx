import { Checkbox, Select, Slider, Textarea, TextInput, VisuallyHidden } from '@mantine/core';
import { Fragment, memo, useRef } from 'react';

import { FORMS } from '@/plan/forms.gen';
import type { Configuration, FieldProblem, Layout, OpmModel, Plan, ValueRange } from '@/api/types';
import { CheckIcon, UndoIcon } from '@/components/icons';
import { Marker } from '@/components/marker';
import { NumberEntry } from '@/components/number-entry';
import { StatusBadge } from '@/components/status-badge';
import { fieldId } from '@/plan/field-id';
import type { FieldKind, FieldSpec } from '@/plan/form-types';
import { formatListed } from '@/lib/format';
import { equal, type Json } from '@/lib/json';
import { getAt } from '@/plan/json-pointer';
import { layoutOf } from '@/plan/layout';
import { fromPercent, toPercent } from '@/lib/percent';
import { changeLayout, editField, restorePart, setRange } from '@/plan/plan-edits';

import { CatalogueField } from './catalogue-field';
import classes from './field-row.module.css';
import { FieldRange, takesRange } from './field-range';
import { type Used, usedFor } from './field-status';
import { useInputs, useInputsActions } from './inputs-context';
import { OpmModelPicker } from './opm-model-picker';

const NUMERIC = new Set<FieldKind>(['number', 'integer', 'share', 'money']);
const HAS_DEFAULT = new Set<FieldKind>([...NUMERIC, 'catalogue', 'choice', 'opm_model']);

/** A configuration by its sign. */
export interface Mark {
  index: number;
  name: string;
}

interface Shown {
  spec: FieldSpec;
  root: string;
  value: Json | undefined;
  used: Used;
  unit: string;
  error: string | undefined;
  unreadable: string | undefined;
  range: ValueRange | undefined;
  /** Whether the field stands somewhere else too, where it is brought into view. */
  again: boolean;
  /** The configurations that it belongs to, where that is not said around it. */
  marks: readonly Mark[];
  /** Whether the whole that the field hangs on is there. */
  owned: boolean;
  /** The models that the plan brings along, for the field that picks one. */
  models: readonly OpmModel[];
  /** The choice that stands in for an absent one. */
  followed: unknown;
}

/** A unit of more signs would take the room of the number. */
const LONGEST_UNIT = 9;

const NO_MODELS: readonly OpmModel[] = [];
const NO_MARKS: readonly Mark[] = [];

/** One field of the plan: label, control, unit, where its value comes from, and what is wrong with it. */
export function FieldRow({
  spec,
  root,
  again = false,
  marks = NO_MARKS,
}: {
  spec: FieldSpec;
  root: string;
  again?: boolean;
  marks?: readonly Mark[];
}) {
  const { plan, inputs, problems, missing, unreadable } = useInputs();
  const pointer = root + spec.tail;
  const value = getAt(plan, pointer);
  const currency = plan.economics?.currency ?? '';
  const unit =
    spec.kind === 'share'
      ? (spec.unit ?? '%')
      : spec.kind === 'money'
        ? `${currency}${spec.unit ?? ''}`
        : (spec.unit ?? '');
  return (
    <FieldShown
      spec={spec}
      root={root}
      value={value}
      used={usedFor(spec, value, inputs.get(pointer) ?? [], missing.has(pointer))}
      unit={unit}
      error={problems
        .get(pointer)
        ?.map((each) => problemText(each, spec.kind))
        .join(' ')}
      unreadable={unreadable.get(pointer)}
      again={again}
      marks={marks}
      range={plan.remarks?.[pointer]?.range ?? undefined}
      // What hangs on an emptied field is still there and can be removed.
      owned={spec.whole === undefined ? value !== undefined : getAt(plan, root + spec.whole) !== undefined}
      models={spec.kind === 'opm_model' ? (plan.opm_models ?? NO_MODELS) : NO_MODELS}
      followed={spec.tail === '/layout' ? layoutOf(getAt(plan, root) as Configuration) : spec.fallback}
    />
  );
}

/** A field as it stands; rendered again only where it shows something else. */
const FieldShown = memo(function FieldShown(props: Shown) {
  const { spec, root, value, used, unit, error, unreadable, range, again, marks, owned } = props;
  const { models, followed } = props;
  const { edit, keepUnreadable, change, planNow } = useInputsActions();
  const pointer = root + spec.tail;
  const id = again ? `again-${fieldId(pointer)}` : fieldId(pointer);
  const control = { id, error };
  const unitBehindLabel = unit.length > LONGEST_UNIT;
  const number = typeof value === 'number' ? value : undefined;
  // What stands in for an absent value can be given a range as well, and is the plan's own then.
  const ranged = number ?? (typeof used.confirms === 'number' ? used.confirms : undefined);
  const setOwnRange = (next: ValueRange | undefined) => {
    if (ranged !== undefined) change(pointer, (before) => setRange(before, pointer, ranged, next));
  };
  const hasRange = takesRange(spec, pointer);
  const resettable = spec.optional && (value !== undefined || owned);
  // A field that is emptied only to be typed anew brings back what went with it.
  const emptied = useRef<Plan>(null);
  const status = useRef<HTMLDivElement>(null);
  const setNumber = (next: number | undefined) => {
    const whole = spec.whole === undefined ? undefined : root + spec.whole;
    if (whole === undefined) edit(pointer, next);
    else if (next === undefined) {
      emptied.current = planNow();
      edit(whole, undefined);
    } else {
      const earlier = owned ? null : emptied.current;
      change(pointer, (before) =>
        editField(earlier ? restorePart(before, earlier, whole) : before, pointer, next),
      );
    }
  };

  return (
    <div className={classes.row} data-kind={spec.kind} data-field={again ? undefined : pointer}>
      <label
        htmlFor={id}
        className={classes.label}
        title={spec.help}
        data-unit={unitBehindLabel ? unit : undefined}
      >
        {spec.label}
        {marks.map(({ index, name }) => (
          <Fragment key={index}>
            {' '}
            <Marker index={index} />
            <VisuallyHidden component="span">{name}</VisuallyHidden>
          </Fragment>
        ))}
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
            value={textOr(value, followed)}
            placeholder="optional"
            allowDeselect={false}
            error={error}
            comboboxProps={{ width: 240, position: 'bottom-end', shadow: 'sm' }}
            onChange={(choice) => {
              if (spec.tail === '/layout') {
                change(pointer, (before) =>
                  changeLayout(before, root, choice as Layout, FORMS.configuration),
                );
              } else edit(pointer, choice ?? undefined);
            }}
          />
        )}
        {spec.kind === 'opm_model' && (
          <OpmModelPicker
            {...control}
            value={typeof value === 'string' ? value : undefined}
            own={models}
            onChange={(key) => edit(pointer, key)}
          />
        )}
        {spec.kind === 'catalogue' && <CatalogueField {...control} spec={spec} root={root} />}
        {NUMERIC.has(spec.kind) && (
          <NumberEntry
            {...control}
            value={number}
            placeholder={used.placeholder}
            unit={unitBehindLabel ? undefined : unit}
            percent={spec.kind === 'share'}
            whole={spec.kind === 'integer'}
            unreadable={unreadable}
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
          <StatusBadge status={used.status} note={used.note} short />
          <div
            className={classes.actions}
            data-ranged={hasRange || undefined}
            data-holds={range !== undefined || undefined}
          >
            {used.confirms !== undefined && (
              <button
                type="button"
                className={`${classes.action} ${classes.confirm}`}
                aria-label={`Confirm ${spec.label}`}
                // By keyboard the value is typed: one stop less for each field.
                tabIndex={NUMERIC.has(spec.kind) ? -1 : undefined}
                title="Enter this value as your own"
                onClick={() => {
                  edit(pointer, used.confirms);
                  // The button goes with what it was for; what stands beside it now says "given".
                  status.current?.focus();
                }}
              >
                <CheckIcon size={14} />
              </button>
            )}
            {resettable && HAS_DEFAULT.has(spec.kind) && (
              <button
                type="button"
                className={`${classes.action} ${classes.reset}`}
                aria-label={`Reset ${spec.label}`}
                // By keyboard the field is emptied.
                tabIndex={NUMERIC.has(spec.kind) ? -1 : undefined}
                title="Take this value out of the plan"
                onClick={() => edit(root + (spec.whole ?? spec.tail), undefined)}
              >
                <UndoIcon size={14} />
              </button>
            )}
            {hasRange && ranged !== undefined && (
              <FieldRange spec={spec} unit={unit} value={ranged} range={range} onChange={setOwnRange} />
            )}
          </div>
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
          // The number beside it is the tab stop.
          thumbProps={{ tabIndex: -1 }}
          onChange={(next) => edit(pointer, spec.kind === 'share' ? fromPercent(next) : next)}
        />
      )}
    </div>
  );
}, equal);

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
