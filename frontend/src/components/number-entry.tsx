import { type CSSProperties, startTransition, useId, useState } from 'react';

import { parseNumber } from '@/lib/parse-number';
import { fromPercent, toPercent } from '@/lib/percent';

import classes from './number-entry.module.css';

interface Props {
  id?: string;
  label?: string;
  'aria-label'?: string;
  /** Text below the label. */
  description?: string;
  placeholder?: string;
  error?: string | undefined;
  className?: string;
  value: number | undefined;
  unit?: string;
  /** Whether a share is kept and people type percent. */
  percent?: boolean;
  whole?: boolean;
  onChange: (value: number | undefined) => void;
  /** Text that is no number, where the owner of the field keeps it: it then outlives the control. */
  unreadable?: string;
  onUnreadable?: (text: string | undefined) => void;
  onLeave?: () => void;
}

/** Room for a unit beside the number: about as wide as its signs are, with a gap. */
function widthOf(sign: string): string {
  const signs = Array.from(sign, (each) => (/[A-Z%]/.test(each) ? 9 : /[/ .:]/.test(each) ? 4 : 7));
  return `${String(signs.reduce((sum, width) => sum + width, 20) / 16)}rem`;
}

const DIGITS = 6;

/** As it is shown while nobody edits it: what is imported is the mean of many VMs, with all its digits. */
function rounded(value: number): number {
  if (Number.isInteger(value)) return value;
  const decimals = DIGITS - 1 - Math.floor(Math.log10(Math.abs(value)));
  return Number(value.toFixed(Math.min(Math.max(decimals, 0), 100)));
}

/**
 * An exact number. Typed or pasted text stays as it is; it counts once all of it is a number. It looks like the
 * library's text input, which takes many times as long to render: a plan has hundreds of these.
 */
export function NumberEntry({
  value,
  unit,
  percent = false,
  whole = false,
  id,
  label,
  'aria-label': ariaLabel,
  description,
  placeholder,
  error,
  className,
  onChange,
  unreadable,
  onUnreadable,
  onLeave,
}: Props) {
  const ownId = useId();
  const input = id ?? ownId;
  const [typed, setTyped] = useState<string | null>(null);
  const [edited, setEdited] = useState(false);
  const exact = value === undefined || !percent ? value : toPercent(value);
  const shown = exact === undefined ? '' : String(edited ? exact : rounded(exact));
  // The owner knows which field a text belongs to, even after this control was reused for another field.
  const text = unreadable ?? typed;
  const parsed = text === null || text.trim() === '' ? null : parseNumber(text, whole);
  // The owner may have dropped the text since.
  const dropped = onUnreadable !== undefined && text !== unreadable;
  const problem = parsed && 'problem' in parsed && !dropped ? parsed.problem : undefined;
  const stands = parsed === null || 'number' in parsed || problem !== undefined;
  const sign = unit ?? (percent ? '%' : undefined);
  const wrong = problem ?? error;
  const says = [wrong && `${input}-error`, description && `${input}-description`].filter(Boolean).join(' ');
  return (
    <div className={[classes.entry, className].filter(Boolean).join(' ')}>
      {label !== undefined && (
        <label htmlFor={input} className={classes.label}>
          {label}
        </label>
      )}
      {description && (
        <p id={`${input}-description`} className={classes.description}>
          {description}
        </p>
      )}
      <div
        className={classes.field}
        style={sign ? ({ '--sign': widthOf(sign) } as CSSProperties) : undefined}
      >
        <input
          id={input}
          className={classes.input}
          aria-label={ariaLabel}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={says || undefined}
          placeholder={placeholder}
          inputMode={whole ? 'numeric' : 'decimal'}
          autoComplete="off"
          value={(stands ? text : null) ?? shown}
          title={exact !== undefined && shown !== String(exact) ? String(exact) : undefined}
          onFocus={() => setEdited(true)}
          // Unreadable text is kept when the field loses focus.
          onBlur={() => {
            setEdited(false);
            if (problem === undefined) setTyped(null);
            onLeave?.();
          }}
          onChange={(event) => {
            const text = event.currentTarget.value;
            setTyped(text);
            const next = parseNumber(text, whole);
            const empty = text.trim() === '';
            onUnreadable?.(!empty && 'problem' in next ? text : undefined);
            // Typed text is painted at once; its consequences render afterwards.
            startTransition(() => {
              if (empty) onChange(undefined);
              else if ('number' in next) onChange(percent ? fromPercent(next.number) : next.number);
            });
          }}
        />
        {sign && (
          <span className={classes.sign} aria-hidden="true">
            {sign}
          </span>
        )}
      </div>
      {wrong && (
        <p id={`${input}-error`} className={classes.error}>
          {wrong}
        </p>
      )}
    </div>
  );
}
