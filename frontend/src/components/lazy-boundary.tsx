import { Portal } from '@mantine/core';
import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';

import classes from './lazy-boundary.module.css';
import { Notice } from './notice';

interface Props {
  /** The placeholder while it loads. */
  fallback?: ReactNode;
  /** Whether it opens over the page, and the error notice, too. */
  over?: boolean;
  children: ReactNode;
}

/**
 * The boundary of a part that is loaded when needed. Loading fails if the server was updated after the page was opened,
 * or cannot be reached: then, as after an error in the part itself, a notice replaces the part, and the rest of the
 * page stays as it is.
 */
export function LazyBoundary({ fallback, over = false, children }: Props) {
  return (
    <CatchBoundary getResetKey={() => 'never'} errorComponent={over ? NotThereOver : NotThere}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </CatchBoundary>
  );
}

function NotThere() {
  return (
    <Notice
      tone="error"
      title="This part of the page could not be shown."
      actions={
        <button type="button" className="link-button" onClick={() => window.location.reload()}>
          Reload the page
        </button>
      }
    >
      Nothing is lost: unsaved work is kept in this browser.
    </Notice>
  );
}

function NotThereOver() {
  return (
    <Portal>
      <div className={classes.over}>
        <NotThere />
      </div>
    </Portal>
  );
}
