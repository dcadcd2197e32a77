import { Select } from '@mantine/core';

import type { PartCandidate } from '@/api/types';

import type { Parts } from './use-parts';

const MOST_SHOWN = 60;

interface Props {
  label: string;
  parts: Parts;
  value: string | null;
  /** What it may be, the likeliest first. */
  candidates?: readonly PartCandidate[];
  onChange: (part: string | null) => void;
}

/** The part of the catalogue that a price is of. */
export function PartPicker({ label, parts, value, candidates = [], onChange }: Props) {
  const likely = new Set(candidates.map((each) => each.part));
  const others = parts.groups.map(({ group, items }) => ({
    group,
    items: items.filter((each) => !likely.has(each.value)),
  }));
  const known =
    likely.has(value ?? '') || parts.groups.some(({ items }) => items.some((each) => each.value === value));
  const lost = value !== null && !known ? [{ value, label: parts.nameOf(value) }] : [];
  return (
    <Select
      aria-label={label}
      size="xs"
      data={[
        ...lost,
        ...(candidates.length > 0
          ? [{ group: 'Likely', items: candidates.map((each) => ({ value: each.part, label: each.name })) }]
          : []),
        ...others,
      ]}
      value={value}
      onChange={onChange}
      searchable
      clearable
      limit={MOST_SHOWN}
      clearButtonProps={{ 'aria-label': `No part: ${label}` }}
      placeholder="no part"
      nothingFoundMessage="No match in the catalogue"
      comboboxProps={{ shadow: 'sm' }}
    />
  );
}
