import { lazy, memo, Suspense, useDeferredValue } from 'react';

import type { Result } from '@/api/types';
import { Section } from '@/components/section';
import { Comparison } from '@/features/comparison/comparison';
import { ConstraintsTable } from '@/features/comparison/constraints-table';
import { Findings, MissingList } from '@/features/findings/findings-list';
import { SourceChecks } from '@/features/source-checks/source-checks';

import classes from './plan-page.module.css';

const ResultCharts = lazy(() => import('@/charts/result-charts'));

interface Props {
  /** Key of the sample that the plan began as. */
  sample: string | null | undefined;
  result: Result;
  onReference: (key: string) => void;
}

/** The answer, in the order in which people ask. Charts and what is below them follow once the comparison is painted. */
export const Results = memo(function Results({ sample, result, onReference }: Props) {
  const followed = useDeferredValue(result);
  return (
    <>
      <Section title="Comparison">
        <Comparison result={result} onReference={onReference} />
      </Section>
      <MissingList missing={result.missing} />
      <div className={classes.answer} data-stale={followed !== result} aria-busy={followed !== result}>
        <Further sample={sample} result={followed} />
      </div>
    </>
  );
});

const Further = memo(function Further({ sample, result }: Omit<Props, 'onReference'>) {
  return (
    <>
      <Section title="Charts">
        <Suspense fallback={<div style={{ minHeight: 600 }} />}>
          <ResultCharts result={result} />
        </Suspense>
      </Section>
      <Section title="Constraints" hint="Hosts required by each limit, and the room left">
        <ConstraintsTable result={result} />
      </Section>
      <Findings result={result} />
      {sample && (
        <SourceChecks sample={sample} configurations={result.configurations.map((each) => each.key)} />
      )}
      <p className="soft small" style={{ marginTop: 32 }}>
        Engine {result.engine_version}, catalogue {result.catalogue_version}, plan{' '}
        {result.plan_hash.slice(0, 12)}. The same plan and versions give the same numbers.
      </p>
    </>
  );
});
