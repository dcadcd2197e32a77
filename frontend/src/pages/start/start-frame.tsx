import type { ReactNode } from 'react';

import frame from '@/components/page-frame.module.css';
import { PageHeader } from '@/components/page-header';
import { Blocks } from '@/components/skeleton';

import classes from './start-frame.module.css';

/** What the start page says before anything is known. */
export function StartFrame({ children, busy }: { children: ReactNode; busy?: boolean }) {
  return (
    <>
      <title>Hostwise</title>
      <PageHeader />
      <main
        id="content"
        tabIndex={-1}
        aria-busy={busy}
        data-testid={busy ? 'skeleton' : undefined}
        className={frame.page}
      >
        <h1 className={frame.title}>Size a cluster. Defend the number.</h1>
        <p className={frame.lead}>
          How many hosts, at what cost, and when the flash wears out: how sure that is, and what limits it.
        </p>
        {children}
      </main>
    </>
  );
}

/** Keeps the place of the six numbers until they are there. */
export function SixNumbersSkeleton() {
  return (
    <div className={classes.card}>
      <div className={classes.fields}>
        <Blocks heights={[48, 48, 48, 48, 48, 48]} />
      </div>
      <Blocks heights={[120]} />
    </div>
  );
}

export function StartSkeleton() {
  return (
    <StartFrame busy>
      <SixNumbersSkeleton />
    </StartFrame>
  );
}
