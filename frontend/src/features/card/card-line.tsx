import type { MessageLine } from '@/api/types';
import { useOpen } from '@/components/open-figure';
import { Sentence, sentenceText } from '@/components/sentence';

import classes from './card-line.module.css';

/** A sentence of the card: its numbers open or, where it has an address, all of it does. */
export function CardLine({
  line,
  clamped,
}: {
  line: MessageLine;
  /** After how many lines what opens is cut. */
  clamped?: 1 | 2;
}) {
  const open = useOpen(line);
  const text = sentenceText(line.text.parts);
  if (open === undefined) {
    // Remounted with its text, and with what of it opens, so that Chrome does not report a layout shift.
    return (
      <span key={JSON.stringify(line.text.parts)} className={classes.line} data-tone={line.tone}>
        <Sentence parts={line.text.parts} />
      </span>
    );
  }
  return (
    <button
      type="button"
      className={classes.whole}
      data-clamped={clamped}
      title={text}
      aria-label={`${text} Why?`}
      onClick={open}
    >
      <span key={text}>{text}</span>
    </button>
  );
}
