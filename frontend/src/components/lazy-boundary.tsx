import { Portal } from '@mantine/core';
import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';

import classes from './lazy-boundary.module.css';
import { Notice } from './notice';

interface Props {
  /** In its place while it is loaded. */
  fallback?: ReactNode;
  /** It opens over the page, and so does the notice. */
  over?: boolean;
  children: ReactNode;
}

/**
 * The place of a part that is loaded when it is needed. A newer server no longer has the files of a page that was opened
 * before, and one that is away has none: then the place says so, as after a fault in the part itself, and the rest of the
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
