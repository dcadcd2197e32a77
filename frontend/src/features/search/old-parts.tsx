import { Button } from '@mantine/core';
import { useState } from 'react';

import type { SearchAnswer } from '@/api/types';
import { Disclosure } from '@/components/disclosure';
import { formatCounted } from '@/lib/format';

import classes from './search.module.css';

/** The parts that are left out as old, and the way to have them. */
export function OldParts({ parts, onInclude }: { parts: SearchAnswer['old_parts']; onInclude: () => void }) {
  const [open, setOpen] = useState(false);
  if (parts.length === 0) return null;
  return (
    <Disclosure
      level={3}
      title={`${formatCounted(parts.length, 'parts')} left out`}
      summary="old, or at an old price"
      open={open}
      onToggle={setOpen}
    >
      <p className={classes.advice}>{parts.join(', ')}</p>
      <Button size="compact-sm" variant="subtle" onClick={onInclude}>
        Search with them
      </Button>
    </Disclosure>
  );
}
