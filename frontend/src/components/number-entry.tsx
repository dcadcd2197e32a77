import { TextInput, type TextInputProps } from '@mantine/core';
import { startTransition, useState } from 'react';

import { parseNumber } from '@/lib/parse-number';
import { fromPercent, toPercent } from '@/lib/percent';

interface Props extends Pick<
  TextInputProps,
  'id' | 'label' | 'aria-label' | 'description' | 'placeholder' | 'error' | 'className'
> {
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
function widthOf(sign: string): number {
  const signs = Array.from(sign, (each) => (/[A-Z%]/.test(each) ? 9 : /[/ .:]/.test(each) ? 4 : 7));
  return signs.reduce((sum, width) => sum + width, 20);
}

/** An exact number. What is typed or pasted stays as it is; it counts once it is a number as a whole. */
export function NumberEntry({
  value,
  unit,
  percent = false,
  whole = false,
  error,
  onChange,
  unreadable,
  onUnreadable,
  onLeave,
  ...rest
}: Props) {
  const [typed, setTyped] = useState<string | null>(unreadable ?? null);
  const shown = value === undefined ? '' : String(percent ? toPercent(value) : value);
  const parsed = typed === null || typed.trim() === '' ? null : parseNumber(typed, whole);
  // The owner may have dropped the text since.
  const dropped = onUnreadable !== undefined && typed !== unreadable;
  const problem = parsed && 'problem' in parsed && !dropped ? parsed.problem : undefined;
  const stands = parsed === null || 'number' in parsed || problem !== undefined;
  const sign = unit ?? (percent ? '%' : undefined);
  return (
    <TextInput
      {...rest}
      inputMode={whole ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={(stands ? typed : null) ?? shown}
      error={problem ?? error}
      rightSection={sign ? <span aria-hidden="true">{sign}</span> : undefined}
      rightSectionWidth={sign ? widthOf(sign) : undefined}
      rightSectionPointerEvents="none"
      styles={{
        input: { textAlign: 'right' },
        section: {
          justifyContent: 'flex-end',
          paddingRight: 10,
          color: 'var(--ink-soft)',
          fontSize: '0.75rem',
          whiteSpace: 'nowrap',
        },
      }}
      // What cannot be read is not lost when the field is left.
      onBlur={() => {
        if (problem === undefined) setTyped(null);
        onLeave?.();
      }}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        const next = parseNumber(text, whole);
        const empty = text.trim() === '';
        onUnreadable?.(!empty && 'problem' in next ? text : undefined);
        // What is typed is seen at once, and what follows from it is rendered when that is done.
        startTransition(() => {
          if (empty) onChange(undefined);
          else if ('number' in next) onChange(percent ? fromPercent(next.number) : next.number);
        });
      }}
    />
  );
}
