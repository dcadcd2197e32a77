import type { Figure } from '@/api/types';
import { usePlanActions } from '@/plan/plan-actions';

import classes from './open-figure.module.css';

interface Props {
  figure: Figure;
  /** What the number is, for screen readers: "Hosts, EPYC". */
  label: string;
  tone?: string;
  /** What it was before the last change. */
  was?: string;
}

/** A figure of the server that opens its explanation: a quantity of the model, or a note of the card. */
export function OpenFigure({ figure, label, tone, was }: Props) {
  const open = useOpen(figure);
  if (open === undefined) return figure.text;
  return (
    <button
      type="button"
      className={classes.figure}
      data-tone={tone}
      data-unknown={figure.value === null || undefined}
      aria-label={`${label}: ${figure.text}${was === undefined ? '' : `, was ${was}`}. Why?`}
      title={`${figure.text} \u2014 why?`}
      onClick={open}
    >
      {/* Both are remounted with their texts, so that Chrome does not report a layout shift. */}
      <span key={figure.text}>{figure.text}</span>
      {was !== undefined && (
        <span key={`was ${was}`} className={classes.was}>
          was {was}
        </span>
      )}
    </button>
  );
}

/** What opens the explanation at an address; undefined where there is none. */
export function useOpen({ why, note }: Pick<Figure, 'why' | 'note'>): (() => void) | undefined {
  const { explain, explainNote } = usePlanActions();
  if (why) return () => explain(why.configuration, why.quantity, why.failed_hosts || undefined);
  return note != null && explainNote ? () => explainNote(note) : undefined;
}
