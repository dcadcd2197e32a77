import { useMemo } from 'react';
import FINDS from 'virtual:docs-finds';

import { DocLink } from './doc-link';
import classes from './docs.module.css';
import { search } from './library';

const MOST_SHOWN = 50;

/** What the words find in all pages; loaded with the first search. */
export default function Found({ text }: { text: string }) {
  const finds = useMemo(() => search(FINDS, text), [text]);
  const shown = finds.slice(0, MOST_SHOWN);
  return (
    <>
      <p role="status" className="soft small">
        {finds.length === 0
          ? 'No page contains all of these words.'
          : `${String(finds.length)} found${finds.length > shown.length ? `, the first ${String(shown.length)} shown` : ''}`}
      </p>
      <ul>
        {shown.map((find) => (
          <li key={`${find.address}#${find.hash}`}>
            <DocLink place={find}>{find.title}</DocLink>
            {find.of !== '' && <span className="soft small"> {find.of}</span>}
            <p className={classes.meaning}>{find.meaning}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
