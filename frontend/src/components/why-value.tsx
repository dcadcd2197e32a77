import type { State } from '@/api/types';
import type { Shown } from '@/lib/format';

import { usePlanActions } from '@/plan/plan-actions';
import classes from './why-value.module.css';

interface Props {
  configuration: string;
  quantity: string;
  /** Hosts that are down in the case that the number is of. */
  failedHosts?: number;
  shown: Shown;
  state: State;
  /** What the number is, and of what, for screen readers. */
  label: string;
  /** What else is said of it. */
  aside?: string;
  /** Whether words say that the number does not count. */
  words?: boolean;
}

/** A number that opens its explanation. */
export function WhyValue({ configuration, quantity, failedHosts, shown, state, label, aside, words }: Props) {
  const { explain } = usePlanActions();
  return (
    <button
      type="button"
      className={classes.value}
      data-state={state}
      data-words={words}
      title={`${shown.full} \u2014 why?`}
      aria-label={`${label}: ${[shown.text, shown.unit].filter(Boolean).join(' ')}${aside ? `, ${aside}` : ''}. Why?`}
      onClick={() => explain(configuration, quantity, failedHosts)}
    >
      <ShownValue shown={shown} />
    </button>
  );
}

/** A number with its unit, as text. */
export function ShownValue({ shown }: { shown: Shown }) {
  return (
    <>
      <span className={classes.figure}>{shown.text}</span>
      {shown.unit && <span className={classes.unit}> {shown.unit}</span>}
    </>
  );
}
