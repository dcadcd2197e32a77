import classes from './pending.module.css';

/** A placeholder in a line of text that is still to come, lower than its letters: it moves nothing. */
export function Pending({ width }: { /** As CSS writes it. */ width: string }) {
  return <span className={classes.pending} style={{ width }} aria-hidden="true" />;
}
