import { NumberInput } from '@mantine/core';
import { useState } from 'react';

import { fromPercent, toPercent } from '@/lib/percent';

interface Props {
  id: string;
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

/** An exact number. What is being typed is kept as typed; the plan hears of it whenever it is a number. */
export function NumberField({ id, value, placeholder, unit, percent, whole, error, onChange }: Props) {
  const [typed, setTyped] = useState<string | number | null>(null);
  const shown = value === undefined ? '' : percent ? toPercent(value) : value;
  return (
    <NumberInput
      id={id}
      value={typed ?? shown}
      placeholder={placeholder}
      allowDecimal={!whole}
      decimalScale={12}
      clampBehavior="none"
      error={error}
      rightSection={unit ? <span aria-hidden="true">{unit}</span> : undefined}
      rightSectionWidth={unit ? unit.length * DIGIT_WIDTH + 14 : undefined}
      rightSectionPointerEvents="none"
      styles={{
        input: { textAlign: 'right' },
        section: { color: 'var(--ink-soft)', fontSize: '0.75rem', whiteSpace: 'nowrap' },
      }}
      onBlur={() => setTyped(null)}
      onChange={(next) => {
        setTyped(next);
        if (next === '') onChange(undefined);
        else if (typeof next === 'number' && Number.isFinite(next))
          onChange(percent ? fromPercent(next) : next);
      }}
    />
  );
}
