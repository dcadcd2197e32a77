import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { PageHeader } from '@/components/page-header';

import { DeletedPlans } from './deleted-plans';
import { PlanList } from './plan-list';
import { SampleList } from './sample-list';
import classes from './start-page.module.css';

/** First open: what Hostwise is, the samples, and the saved plans. */
export function StartPage({ importPlan }: { importPlan: ReactNode }) {
  return (
    <>
      <title>Hostwise</title>
      <PageHeader />
      <main id="content" tabIndex={-1} className={classes.page}>
        <div className={classes.intro}>
          <div>
            <h1 className={classes.title}>How many hosts, at what cost, and when does the flash wear out?</h1>
            <p className={classes.lead}>
              Hostwise plans the capacity and total cost of virtualised clusters with flash. Compare
              configurations side by side, change an input to see its effect, and click any number to see how
              it is calculated. The evidence behind every number is in the library of{' '}
              <Link to="/evidence">evidence</Link>.
            </p>
          </div>
          <div className={classes.actions}>
            <Button component={Link} to="/plans/new" variant="filled" size="sm">
              New plan
            </Button>
            {importPlan}
          </div>
        </div>
        <PlanList />
        <DeletedPlans />
        <SampleList />
        <footer className={classes.foot}>
          <Link to="/docs/$" params={{ _splat: '' }}>
            Documentation
          </Link>
          <Link to="/tokens">Access tokens</Link>
        </footer>
      </main>
    </>
  );
}
