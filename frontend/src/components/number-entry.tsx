import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

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
}

const DIGIT_WIDTH = 6.5;

/** An exact number. What is typed or pasted stays as it is; it counts once it is a number as a whole. */
export function NumberEntry({
  value,
  unit,
  percent = false,
  whole = false,
  error,
  onChange,
  ...rest
}: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = value === undefined ? '' : String(percent ? toPercent(value) : value);
  const parsed = typed === null || typed.trim() === '' ? null : parseNumber(typed, whole);
  const problem = parsed && 'problem' in parsed ? parsed.problem : undefined;
  const sign = unit ?? (percent ? '%' : undefined);
  return (
    <TextInput
      {...rest}
      inputMode={whole ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={typed ?? shown}
      error={problem ?? error}
      rightSection={sign ? <span aria-hidden="true">{sign}</span> : undefined}
      rightSectionWidth={sign ? sign.length * DIGIT_WIDTH + 22 : undefined}
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
      onBlur={() => problem === undefined && setTyped(null)}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        const next = parseNumber(text, whole);
        if (text.trim() === '') onChange(undefined);
        else if ('number' in next) onChange(percent ? fromPercent(next.number) : next.number);
      }}
    />
  );
}
