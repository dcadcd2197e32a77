import type { ReactNode } from 'react';

import { ApiError, errorText } from '@/api/client';
import type { Answer } from '@/plan/use-settled-answer';

import { Notice } from './notice';
import { StaleArea } from './stale-area';

interface Props<T> {
  answer: Answer<T>;
  /** The subject of the answer, as in "No result for memory." */
  about: string;
  children: (data: T) => ReactNode;
}

/** An answer of the API about a plan, with its loading and its error state. */
export function AnswerArea<T>({ answer, about, children }: Props<T>) {
  const { data, stale, error, retry } = answer;
  // Mistakes in the plan are shown above the views.
  const broken = error && !(error instanceof ApiError && error.fields.length > 0);
  return (
    <>
      {broken && (
        <Notice
          tone="error"
          title={`No result for ${about}.`}
          actions={
            <button type="button" className="link-button" onClick={retry}>
              try again
            </button>
          }
        >
          {errorText(error)}
        </Notice>
      )}
      {!data && !error && <p className="soft">Calculating{'\u2026'}</p>}
      {data && <StaleArea stale={stale}>{children(data)}</StaleArea>}
    </>
  );
}
