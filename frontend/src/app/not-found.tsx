import { Link } from '@tanstack/react-router';

import { errorText } from '@/api/client';
import { PageHeader } from '@/components/page-header';

import classes from './not-found.module.css';

/** A page that only says something, with the way back. */
export function MessagePage({ title, children }: { title: string; children?: React.ReactNode }) {
  return (
    <>
      <title>{`${title} \u2013 Hostwise`}</title>
      <PageHeader />
      <main id="content" tabIndex={-1} className={classes.message}>
        <h1 className={classes.title}>{title}</h1>
        {children}
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

export function RouteError({ error }: { error: unknown }) {
  return (
    <MessagePage title="Something went wrong">
      <p>{errorText(error)}</p>
    </MessagePage>
  );
}
