import type { QuantityName, QuantityState } from '@/api/types';
import type { Shown } from '@/lib/format';
import { usePlanActions } from '@/plan/plan-actions';

import classes from './figure.module.css';

interface Props {
  /** Key of the configuration that it is of. */
  configuration: string;
  quantity: QuantityName;
  /** Hosts that are down in the case that the number is of. */
  failedHosts?: number;
  /** The number; without one the button says "why". */
  shown?: Shown;
  state?: QuantityState;
  /** What the number is, and of what, for screen readers: "Hosts, EPYC". */
  label: string;
  /** Words before the number, if the context does not say what it is. */
  before?: string;
  /** Further remarks on it. */
  aside?: string;
  /** The meaning of the number, if the context does not give it. */
  hint?: string;
  /** How good the number is. */
  tone?: 'warn';
  /** Whether words say that the number does not count. */
  words?: boolean;
  /** Whether all of the cell around it can be clicked. */
  fill?: boolean;
  /** Whether it stands in a sentence. */
  inline?: boolean;
  /** Whether its unit stands in the table around it, and so not once more beside the number. */
  unitAround?: boolean;
}

/** A figure that opens its explanation: the one way to ask why. */
export function Figure({
  configuration,
  quantity,
  failedHosts,
  shown,
  state = 'evaluated',
  label,
  before,
  aside,
  hint,
  tone,
  words,
  fill,
  inline,
  unitAround = false,
}: Props) {
  const { explain } = usePlanActions();
  const open = () => explain(configuration, quantity, failedHosts);
  if (shown === undefined) {
    return (
      <button type="button" className="link-button" aria-label={`${sentence(label)} Why?`} onClick={open}>
        why
      </button>
    );
  }
  const said = [shown.text, shown.unit].filter(Boolean).join(' ');
  return (
    <button
      type="button"
      className={classes.value}
      data-state={state}
      data-tone={tone}
      data-words={words}
      data-fill={fill}
      data-inline={inline}
      title={`${hint === undefined ? '' : `${hint}: `}${shown.full} \u2014 why?`}
      aria-label={`${label}: ${[said, aside].filter(Boolean).join(', ')}. Why?`}
      onClick={open}
    >
      {before !== undefined && `${before} `}
      <FigureText shown={unitAround ? { ...shown, unit: '' } : shown} />
    </button>
  );
}

/** A number with its unit, as text. */
export function FigureText({ shown }: { shown: Shown }) {
  return (
    <>
      {/* Remounted with its text, so that Chrome does not report a layout shift. */}
      <span key={shown.text} className={classes.figure}>
        {shown.text}
      </span>
      {shown.unit && <span className={classes.unit}> {shown.unit}</span>}
    </>
  );
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
