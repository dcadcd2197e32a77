import { TextInput } from '@mantine/core';
import { useState } from 'react';

import { parseNumber } from '@/lib/parse-number';
import { fromPercent, toPercent } from '@/lib/percent';

interface Props {
  id: string;
  /** For a field without a label of its own. */
  label?: string;
  value: number | undefined;
  placeholder?: string;
  unit: string;
  /** Whether the plan keeps a share and people type percent. */
  percent: boolean;
  whole: boolean;
  error: string | undefined;
  onChange: (value: number | undefined) => void;
}

const DIGIT_WIDTH = 7;

/** An exact number. What is typed or pasted stays as it is; the plan hears of it when it is a number as a whole. */
export function NumberField({ id, label, value, placeholder, unit, percent, whole, error, onChange }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = value === undefined ? '' : String(percent ? toPercent(value) : value);
  const parsed = typed === null || typed.trim() === '' ? null : parseNumber(typed, whole);
  const problem = parsed && 'problem' in parsed ? parsed.problem : undefined;
  return (
    <TextInput
      id={id}
      aria-label={label}
      inputMode={whole ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={typed ?? shown}
      placeholder={placeholder}
      error={problem ?? error}
      rightSection={unit ? <span aria-hidden="true">{unit}</span> : undefined}
      rightSectionWidth={unit ? unit.length * DIGIT_WIDTH + 14 : undefined}
      rightSectionPointerEvents="none"
      styles={{
        input: { textAlign: 'right' },
        section: { color: 'var(--ink-soft)', fontSize: '0.75rem', whiteSpace: 'nowrap' },
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
