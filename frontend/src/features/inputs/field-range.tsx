import { Button, Popover } from '@mantine/core';
import {
  type Ref,
  type RefObject,
  useDeferredValue,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';

import type { ValueRange } from '@/api/types';
import { NumberEntry } from '@/components/number-entry';
import type { FieldSpec } from '@/plan/form-types';
import { formatListed } from '@/lib/format';
import { toPercent } from '@/lib/percent';

import classes from './field-range.module.css';
import row from './field-row.module.css';

/** The confidence of a range that says nothing of it. */
const USUAL = 0.9;

const NUMERIC = new Set(['number', 'integer', 'share', 'money']);

/** The limits of the policy, and of a configuration in its place. */
const LIMIT = /^\/(policy\/|configurations\/\d+\/(vcpu_per_core$|capacity_reserve\/))/;

/** Whether a field can be uncertain: rules and whole numbers of a configuration are decided. */
export function takesRange(spec: FieldSpec, pointer: string): boolean {
  return (
    NUMERIC.has(spec.kind) &&
    !LIMIT.test(pointer) &&
    (spec.kind !== 'integer' || pointer.startsWith('/workload/'))
  );
}

interface Props {
  spec: FieldSpec;
  unit: string;
  value: number;
  range: ValueRange | undefined;
  onChange: (range: ValueRange | undefined) => void;
}

/** How far a value may be off: shown where somebody has said it, and entered in a small form. */
export function FieldRange(props: Props) {
  const { spec, range } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  // Few are ever opened, and what opens over the page takes longer to render than all else of a field.
  const [used, setUsed] = useState(false);
  const shown = written(spec);
  return (
    <>
      <button
        ref={button}
        id={`${id}-target`}
        type="button"
        className={`${row.action} ${row.range}`}
        aria-label={`Range of ${spec.label}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        title={range ? 'Uncertainty range, as entered' : 'Set an uncertainty range'}
        onClick={() => {
          setUsed(true);
          setOpen(!open);
        }}
      >
        {range ? `${shown(range.low)} \u2013 ${shown(range.high)}` : '\u00b1'}
      </button>
      {used && <RangePopover {...props} id={id} button={button} open={open} onOpen={setOpen} />}
    </>
  );
}

const written = (spec: FieldSpec) => (each: number) =>
  formatListed(spec.kind === 'share' ? toPercent(each) : each);

interface PopoverProps extends Props {
  id: string;
  button: RefObject<HTMLButtonElement | null>;
  open: boolean;
  onOpen: (open: boolean) => void;
}

function RangePopover({ id, button, open, onOpen, onChange, ...form }: PopoverProps) {
  // It gives the focus back to where that was when it opened, so it is closed at first.
  const there = useDeferredValue(true, false);
  return (
    <Popover
      id={id}
      opened={there && open}
      onChange={onOpen}
      position="bottom-start"
      width={264}
      shadow="md"
      withinPortal
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <At element={button} />
      </Popover.Target>
      <Popover.Dropdown>
        <RangeForm
          {...form}
          written={written(form.spec)(form.value)}
          onChange={(next) => {
            onChange(next);
            onOpen(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Stands for an element that is already on the page. */
function At({ element, ref }: { element: RefObject<Element | null>; ref?: Ref<Element> }) {
  useImperativeHandle(ref, () => element.current as Element, [element]);
  return null;
}

function RangeForm({ spec, unit, value, range, written, onChange }: Props & { written: string }) {
  const [low, setLow] = useState(range?.low);
  const [high, setHigh] = useState(range?.high);
  const entry = { unit, percent: spec.kind === 'share', whole: spec.kind === 'integer' };
  const tooHigh = low !== undefined && low > value ? `At most ${written}, the value.` : undefined;
  const tooLow = high !== undefined && high < value ? `At least ${written}, the value.` : undefined;
  const times = Math.round((range?.confidence ?? USUAL) * 100);
  return (
    <form
      className={classes.form}
      aria-label={`Range of ${spec.label}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (low === undefined || high === undefined || tooHigh || tooLow) return;
        onChange({ ...range, low, high });
      }}
    >
      <p className={classes.text}>
        In {times} of 100 cases {spec.label.charAt(0).toLowerCase() + spec.label.slice(1)} is between
      </p>
      <div className={classes.ends}>
        <NumberEntry {...entry} label="Low" value={low} error={tooHigh} onChange={setLow} />
        <NumberEntry {...entry} label="High" value={high} error={tooLow} onChange={setHigh} />
      </div>
      {range?.cause && <p className={classes.text}>Varies together with: {range.cause}.</p>}
      <div className={classes.actions}>
        {range && (
          <Button variant="default" onClick={() => onChange(undefined)}>
            Remove
          </Button>
        )}
        <Button type="submit" disabled={low === undefined || high === undefined}>
          Set range
        </Button>
      </div>
    </form>
  );
}
