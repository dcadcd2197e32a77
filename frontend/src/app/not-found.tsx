import { Button } from '@mantine/core';
import { type ErrorComponentProps, Link, useLocation } from '@tanstack/react-router';

import { ApiError, errorText } from '@/api/client';
import { PageHeader } from '@/components/page-header';
import { draftKey, draftName, readDraftText } from '@/plan/drafts';
import { putAside } from '@/lib/storage';

import classes from './not-found.module.css';

/** A page that only says something, with the way back. */
export function MessagePage({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: React.ReactNode;
  children?: React.ReactNode;
}) {
  return (
    <>
      <title>{`${title} \u2013 Hostwise`}</title>
      <PageHeader />
      <main id="content" tabIndex={-1} className={classes.message}>
        <h1 className={classes.title}>{title}</h1>
        {children}
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
        <p>
          <Link to="/">Go to the start page</Link>
        </p>
      </main>
    </>
  );
}

export function NotFound() {
  return <MessagePage title="Page not found" />;
}

/** A page that broke. Where unsaved work may be what broke it, the page can be opened without it. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const key = useLocation({ select: ({ pathname }) => draftKeyAt(pathname) });
  const text = key === null ? null : readDraftText(key);
  return (
    <MessagePage
      title="Something went wrong"
      actions={
        <>
          {key !== null && text !== null && (
            <Button
              variant="filled"
              onClick={() => {
                putAside(draftName(key), text);
                reset();
              }}
            >
              Open without the unsaved work
            </Button>
          )}
          <Button onClick={reset}>Try again</Button>
        </>
      }
    >
      {isOurs(error) ? (
        <p>{errorText(error)}</p>
      ) : (
        <>
          <p>This page could not be shown. What is saved is not affected.</p>
          <details>
            <summary>Message for a report</summary>
            <p>{errorText(error)}</p>
          </details>
        </>
      )}
      {text !== null && (
        <p>
          Unsaved work in this browser may be the cause. Opened without it, it is put aside and not deleted.
        </p>
      )}
    </MessagePage>
  );
}

/** Whether an error says in plain words what is wrong; others are the browser's own. */
function isOurs(error: unknown): boolean {
  return error instanceof ApiError;
}

/** Under which key the browser keeps unsaved work of the page at an address, if it is the page of a plan. */
export function draftKeyAt(pathname: string): string | null {
  const [, sample, imported, plan] =
    /^\/(?:samples\/([^/]+)|plans\/imported\/([^/]+)|plans\/([^/]+))$/.exec(pathname) ?? [];
  if (sample !== undefined) return draftKey({ kind: 'sample', key: decodeURIComponent(sample) });
  if (imported !== undefined) return draftKey({ kind: 'imported', key: decodeURIComponent(imported) });
  if (plan === 'new') return draftKey({ kind: 'new' });
  return plan === undefined ? null : draftKey({ kind: 'plan', key: decodeURIComponent(plan) });
}
