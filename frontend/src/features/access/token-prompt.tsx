import { Button } from '@mantine/core';
import { lazy, useState } from 'react';

import { LazyBoundary } from '@/components/lazy-boundary';
import { Notice } from '@/components/notice';

import classes from './token-prompt.module.css';
import { useAccess } from './use-access';

const TokenDialog = lazy(async () => ({ default: (await import('./token-dialog')).TokenDialog }));

/** Asks for a token as soon as the server wants one. What is on the page stays there meanwhile. */
export function TokenPrompt() {
  const { refused } = useAccess();
  const [put, setPut] = useState(false);
  if (!refused) {
    if (put) setPut(false);
    return null;
  }
  if (!put) {
    return (
      <LazyBoundary over>
        <TokenDialog onClose={() => setPut(true)} />
      </LazyBoundary>
    );
  }
  return (
    <div className={classes.bar}>
      <Notice tone="warning" actions={<Button onClick={() => setPut(false)}>Enter a token</Button>}>
        Nothing can be loaded or saved without a valid token.
      </Notice>
    </div>
  );
}
