import { Button } from '@mantine/core';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

import { ApiError, errorText } from '@/api/client';

import { MessagePage, RouteError } from './not-found';

/** What is said where nothing is at an address, and where something is that cannot be had now. */
interface Words {
  missing: string;
  failed: string;
}

/** The page in place of one whose data did not come. Other errors are those of any page. */
export function loadError(words: Words) {
  return function LoadError(props: ErrorComponentProps) {
    const { error } = props;
    const router = useRouter();
    const { reset } = useQueryErrorResetBoundary();
    // The next try asks again.
    useEffect(() => reset(), [reset]);
    if (!(error instanceof ApiError)) return <RouteError {...props} />;
    if (error.problem.code === 'share_not_found') {
      // The same words whatever is wrong with a link.
      return (
        <MessagePage title="This link is not valid">
          <p>
            The link is wrong, has expired or was revoked. Ask the person who gave it to you for a new one.
          </p>
        </MessagePage>
      );
    }
    if (error.status === 404 || error.status === 422) {
      return (
        <MessagePage title={words.missing}>
          <p>{errorText(error)}</p>
        </MessagePage>
      );
    }
    return (
      <MessagePage
        title={words.failed}
        actions={<Button onClick={() => void router.invalidate()}>Try again</Button>}
      >
        <p>{errorText(error)}</p>
      </MessagePage>
    );
  };
}

/** The same for a document of a kind. */
export const loadErrorOf = (what: string) =>
  loadError({ missing: `No ${what} at this address`, failed: `The ${what} cannot be opened` });
