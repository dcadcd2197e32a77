import { lazy, memo, type ReactNode, useDeferredValue } from 'react';

import type { Decision, Plan, Result } from '@/api/types';
import { NoticesSection } from '@/features/findings/notices-list';
import { FoldedSection } from '@/components/folded-section';
import { LazyBoundary } from '@/components/lazy-boundary';
import { Section } from '@/components/section';
import { Behind } from '@/features/card/behind';
import { Comparison } from '@/features/comparison/comparison';
import { ConstraintsTable } from '@/features/comparison/constraints-table';
import { MissingList } from '@/features/findings/missing-list';
import { SourceChecks } from '@/features/source-checks/source-checks';
import { useSettledAnswer } from '@/plan/use-settled-answer';

import { rowsQuery } from './queries';
import classes from './plan-page.module.css';

const ResultCharts = lazy(() => import('@/charts/result-charts'));

interface Props {
  /** The plan, where the folded tables are asked for when they are opened; without it the result has them. */
  plan?: Plan;
  /** Key of the sample that the plan began as. */
  sample: string | null | undefined;
  result: Result;
  /** The decision of this result, as sized or simulated. */
  decision: Decision | undefined;
  /** Hosts over time, where somebody can ask for them. */
  growth: ReactNode;
  /** The hosts, the limits and the causes as pictures. */
  pictures: ReactNode;
  onReference: (key: string) => void;
}

/** The answer below the advice, in the order in which people ask: pictures, what to mind, and all figures for who wants them. */
export const Results = memo(function Results({ result, ...others }: Props) {
  const followed = useDeferredValue<Result | null>(result, null);
  return (
    <div className={classes.answer} data-stale={followed !== result} aria-busy={followed !== result}>
      {followed && <Parts result={followed} {...others} />}
    </div>
  );
});

const Parts = memo(function Parts({ plan, sample, result, decision, growth, pictures, onReference }: Props) {
  return (
    <>
      <Charts result={result} part="first" />
      {decision && (
        <FoldedSection
          name="notes"
          title={notesTitle(decision, result)}
          hint="what is behind the advice, and what to mind"
        >
          <Behind decision={decision} />
          <MissingList missing={result.missing} />
          <NoticesSection title="Further findings" notices={decision.notices} rows={decision.rows} />
        </FoldedSection>
      )}
      <FoldedSection name="figures" title="All figures" hint="every number, limit and picture">
        {pictures}
        <Charts result={result} part="others" />
        {growth}
        <Section title="Side by side">
          <WithRows plan={plan} result={result}>
            {(whole) => <Comparison result={whole} onReference={onReference} />}
          </WithRows>
        </Section>
        <Section title="Constraints" hint="hosts required by each limit, and the room left">
          <WithRows plan={plan} result={result}>
            {(whole) => <ConstraintsTable result={whole} />}
          </WithRows>
        </Section>
        {sample && (
          <SourceChecks sample={sample} configurations={result.configurations.map((each) => each.key)} />
        )}
        <p className="soft small" style={{ marginTop: 32 }}>
          Engine {result.engine_version}, catalogue {result.catalogue_version}, plan{' '}
          {result.plan_hash.slice(0, 12)}. The same plan and versions give the same numbers.
        </p>
      </FoldedSection>
    </>
  );
});

/** How many lines the notes are. */
function notesTitle({ notices, risks, basis, detail }: Decision, { missing }: Result): string {
  const number =
    notices.length + risks.length + basis.length + (detail ? 1 : 0) + (missing.length > 0 ? 1 : 0);
  return number === 1 ? '1 note' : `${String(number)} notes`;
}

/** Drawn once for a result: the simulations change nothing of it. */
const Charts = memo(function Charts({ result, part }: Pick<Props, 'result'> & { part: 'first' | 'others' }) {
  return (
    <Section title={part === 'first' ? 'Charts' : 'Further pictures'}>
      <LazyBoundary fallback={<div style={{ minHeight: 600 }} />}>
        <ResultCharts result={result} part={part} />
      </LazyBoundary>
    </Section>
  );
});

interface WithRowsProps {
  plan: Plan | undefined;
  result: Result;
  children: (whole: Result) => ReactNode;
}

/** What needs the rows of the comparison, or the cases of failed hosts. */
function WithRows({ plan, result, children }: WithRowsProps) {
  return plan ? (
    <AskedRows plan={plan} reference={result.reference}>
      {children}
    </AskedRows>
  ) : (
    children(result)
  );
}

function AskedRows({
  plan,
  reference,
  children,
}: Pick<WithRowsProps, 'children'> & { plan: Plan; reference: string }) {
  const { data, stale } = useSettledAnswer(plan, (settled) => rowsQuery(settled, reference));
  if (!data) return <p className="soft">Loading{'\u2026'}</p>;
  return (
    <div className={classes.answer} data-stale={stale} aria-busy={stale}>
      {children(data)}
    </div>
  );
}
