import { useEffect, useState } from 'react';

import classes from './api-reference.module.css';
import type { Answered } from './request';

/** A longer answer is saved: to show megabytes would hold up the page. */
const MOST_SHOWN = 50_000;

/** What the server answered, to be read, or to be saved. */
export function Answer({ answered: { response, content, ms } }: { answered: Answered }) {
  const [shown, setShown] = useState<{ text: string; address: string }>();
  const isText = /json|text\//.test(content.type);
  useEffect(() => {
    const address = URL.createObjectURL(content);
    let left = false;
    void content.text().then((text) => {
      if (!left) setShown({ address, text: isText ? readable(text) : '' });
    });
    return () => {
      left = true;
      URL.revokeObjectURL(address);
    };
  }, [content, isText]);
  return (
    <section aria-label="Answer" className={classes.answer} data-ok={response.ok}>
      <p role="status">
        <strong>{[response.status, response.statusText].join(' ')}</strong>{' '}
        <span className="soft">{`${content.type.replace(/;.*/, '')} after ${String(Math.round(ms))} ms`}</span>
        {shown && content.size > 0 && (
          <>
            {' '}
            <a href={shown.address} download="answer">
              {`Save ${content.size.toLocaleString('en')} bytes`}
            </a>
          </>
        )}
      </p>
      {shown && shown.text !== '' && (
        // A long answer scrolls in its box, and must do so by keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre tabIndex={0}>{shown.text.slice(0, MOST_SHOWN)}</pre>
      )}
      {shown && shown.text.length > MOST_SHOWN && <p className="soft">The rest is in the saved answer.</p>}
    </section>
  );
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
