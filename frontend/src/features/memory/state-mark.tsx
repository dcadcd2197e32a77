import type { MemoryState } from '@/api/types';
import { MEMORY_STATES } from './memory-states';

import classes from './state-mark.module.css';

/** States in which memory is short. */
const SHORT = MEMORY_STATES.slice(1);

/** How short memory is: more steps filled is worse, none where it is not short. The words stand beside it. */
export function StateMark({ state }: { state: MemoryState }) {
  const rank = MEMORY_STATES.indexOf(state);
  return (
    <svg
      className={classes.mark}
      data-state={state}
      width={18}
      height={10}
      viewBox="0 0 18 10"
      aria-hidden="true"
      focusable="false"
    >
      {SHORT.map((each, step) => (
        <rect
          key={each}
          x={step * 4.5 + 0.5}
          y={0.5}
          width={3}
          height={9}
          fill={step < rank ? 'currentColor' : 'none'}
          stroke="currentColor"
        />
      ))}
    </svg>
  );
}
