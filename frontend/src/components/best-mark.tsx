import { VisuallyHidden } from '@mantine/core';

import classes from './best-mark.module.css';

/** The sign of the best value of a row; the value is bold, too. */
export function BestMark() {
  return (
    <span className={classes.best} title="Best in this row">
      <span aria-hidden="true">{'\u2713'}</span>
      <VisuallyHidden>best</VisuallyHidden>
    </span>
  );
}
