import type { MemoryState } from '@/api/types';
import { MEMORY_STATES } from './memory-states';

import classes from './state-mark.module.css';

/** How severe a memory state is: more steps filled is worse. The words stand beside it. */
export function StateMark({ state }: { state: MemoryState }) {
  const rank = MEMORY_STATES.indexOf(state);
  return (
    <svg
      className={classes.mark}
      data-state={state}
      width={22}
      height={10}
      viewBox="0 0 22 10"
      aria-hidden="true"
      focusable="false"
    >
      {MEMORY_STATES.map((each, step) => (
        <rect
          key={each}
          x={step * 4.5 + 0.5}
          y={0.5}
          width={3}
          height={9}
          fill={step <= rank ? 'currentColor' : 'none'}
          stroke="currentColor"
        />
      ))}
    </svg>
  );
}
