import { SegmentedControl } from '@mantine/core';
import { useId } from 'react';

import type { MemoryCase } from '@/api/types';

import classes from './memory.module.css';

interface Props {
  cases: readonly MemoryCase[];
  place: number;
  onPlace: (place: number) => void;
}

/** The choice of the failure case. */
export function CaseControl({ cases, place, onPlace }: Props) {
  const id = useId();
  return (
    <div className={classes.control}>
      <span id={id}>Hosts down</span>
      {cases.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-labelledby={id}
          value={String(place)}
          onChange={(value) => onPlace(Number(value))}
          data={cases.map((each, index) => ({ value: String(index), label: String(each.failed_hosts) }))}
        />
      )}
      <span className="soft" data-testid="memory-case">
        {cases[place]?.label}
      </span>
    </div>
  );
}
