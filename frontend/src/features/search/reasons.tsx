import { Button } from '@mantine/core';

import type { Rejection } from '@/api/types';
import { formatNumber } from '@/lib/format';

import type { Combination, Way } from './put';
import classes from './search.module.css';

interface Props {
  rejected: readonly Rejection[];
  configuration: string | undefined;
  /** Whether the plan has as many configurations as it may have. */
  full: boolean;
  onPut: (combination: Combination, way: Way) => void;
}

/** Why the others are rejected: how many for each reason, how near the nearest comes, and which that is. */
export function Reasons({ rejected, configuration, full, onPut }: Props) {
  return (
    <ul className={classes.reasons}>
      {rejected.map(({ code, count, label, nearest, near }) => (
        <li key={code}>
          <span className={classes.number}>{formatNumber(count)}</span>
          <div>
            <p>{label}</p>
            <p className="soft">{near}</p>
            {nearest && <p className={classes.combination}>{nearest.text}</p>}
          </div>
          {nearest && configuration !== undefined && (
            <Button
              size="compact-sm"
              disabled={full}
              aria-label={`Add to the plan: ${nearest.text}, ${label}`}
              onClick={() => onPut(nearest, 'beside')}
            >
              Add to the plan
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
