import 'katex/dist/katex.min.css';

import katex from 'katex';
import { useMemo } from 'react';

import classes from './formula.module.css';

/** A formula, rendered; what does not fit scrolls inside its own box. */
export default function Formula({ latex, label }: { latex: string; label: string }) {
  const html = useMemo(
    () =>
      katex.renderToString(latex, {
        displayMode: true,
        fleqn: true,
        output: 'htmlAndMathml',
        throwOnError: false,
        strict: false,
      }),
    [latex],
  );
  return (
    <div
      className={classes.formula}
      role="group"
      aria-label={label}
      // A long formula scrolls sideways, and must do so by keyboard too.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
