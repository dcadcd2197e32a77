import classes from './read-cache.module.css';

interface Props {
  /** The API's own word, for how it looks. */
  verdict: string;
  word: string;
  reason: string;
}

/** A verdict in a word, and why. */
export function Verdict({ verdict, word, reason }: Props) {
  return (
    <div className={classes.reasoned}>
      <span className={classes.verdict} data-verdict={verdict}>
        {word}
      </span>
      <p className={classes.reason}>{reason}</p>
    </div>
  );
}
