import { lazy } from 'react';

import type { Plan, Result } from '@/api/types';
import { ConfigurationLegend } from '@/charts/legend';
import { NoticesSection } from '@/features/findings/notices-list';
import { LazyBoundary } from '@/components/lazy-boundary';
import { Section } from '@/components/section';
import { StaleArea } from '@/components/stale-area';
import { formatCounted } from '@/lib/format';

import { CostTable } from './cost-table';
import classes from './cost.module.css';
import { Details } from './details';
import { MaterialsSection } from './materials-section';
import { OverTime } from './over-time';
import { ReturnSection } from './return-section';

const CostCharts = lazy(() => import('@/charts/cost-charts'));

interface Props {
  plan: Plan;
  result: Result | undefined;
  /** Whether the result belongs to an earlier state of the plan. */
  stale: boolean;
  /** Whether there is none because something is wrong, which is said above the views. */
  failed: boolean;
}

/** The cost of all configurations: by category, over time, against another way, and what it is made of. */
export default function CostPanel({ plan, result, stale, failed }: Props) {
  if (!result) return failed ? null : <p className="soft">Evaluating{'\u2026'}</p>;
  const { checks = [], notices = [], rows = [] } = result.decision ?? {};
  const priced = result.configurations.some((each) => each.cost_parts.some((part) => part.amount.value));
  const years = formatCounted(result.horizon_years, 'years');
  return (
    <StaleArea stale={stale}>
      <ConfigurationLegend configurations={result.configurations} />
      <Section title="Cost until the horizon" hint={`${result.currency} over ${years}, undiscounted`}>
        <div className={classes.parts}>
          <CostTable result={result} />
          {priced && (
            <LazyBoundary fallback={<div style={{ minHeight: 200 }} />}>
              <CostCharts result={result} show="parts" />
            </LazyBoundary>
          )}
        </div>
      </Section>
      <OverTime plan={plan} result={result} />
      <ReturnSection result={result} />
      <Details plan={plan} result={result} />
      <MaterialsSection plan={plan} />
      <NoticesSection
        title="Findings about cost"
        notices={[...checks, ...notices].filter((each) => each.topic === 'cost')}
        rows={rows}
      />
    </StaleArea>
  );
}
