import type { ReactNode } from 'react';

import { ApiError, errorText } from '@/api/client';
import type { Answer } from '@/plan/use-settled-answer';

import { Notice } from './notice';
import { StaleArea } from './stale-area';

interface Props<T> {
  answer: Answer<T>;
  /** What is asked about, as in "No result for memory." */
  about: string;
  children: (data: T) => ReactNode;
}

/** What the API answers about a plan, while it is on its way, and where it cannot be had. */
export function AnswerArea<T>({ answer, about, children }: Props<T>) {
  const { data, stale, error, retry } = answer;
  // What is wrong with the plan is said above the views.
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
