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

/**
 * A figure of the server that opens its explanation: a quantity of the model, a note of the card, the field that it is,
 * or a page of the documentation.
 */
export function OpenFigure({ figure, label, tone, was }: Props) {
  const open = useOpen(figure);
  if (figure.page != null)
    return (
      <a
        className={classes.figure}
        data-tone={tone}
        href={figure.page}
        target="_blank"
        rel="noreferrer"
        aria-label={`${label}: ${figure.text}. Source`}
        title={`${figure.text} \u2014 source`}
      >
        {figure.text}
      </a>
    );
  if (open === undefined) return figure.text;
  const isField = figure.why == null && figure.note == null;
  return (
    <button
      type="button"
      className={classes.figure}
      data-tone={tone}
      data-unknown={figure.value === null || undefined}
      aria-label={`${label}: ${figure.text}${was === undefined ? '' : `, was ${was}`}. ${isField ? 'Go to field' : 'Why?'}`}
      title={`${figure.text} \u2014 ${isField ? 'go to field' : 'why?'}`}
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

/** What opens the explanation at an address, or brings the field into view; undefined where there is none. */
export function useOpen({
  why,
  note,
  pointer,
}: Pick<Figure, 'why' | 'note' | 'pointer'>): (() => void) | undefined {
  const { explain, explainNote, focusField, readOnly } = usePlanActions();
  if (why) return () => explain(why.configuration, why.quantity, why.failed_hosts || undefined);
  if (note != null && explainNote) return () => explainNote(note);
  return pointer != null && readOnly !== true ? () => focusField(pointer) : undefined;
}
