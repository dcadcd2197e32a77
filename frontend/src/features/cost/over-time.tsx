import { SegmentedControl } from '@mantine/core';
import { lazy, useState } from 'react';

import type { Plan, Result } from '@/api/types';
import { Disclosure } from '@/components/disclosure';
import { LazyBoundary } from '@/components/lazy-boundary';
import { Section } from '@/components/section';

import classes from './cost.module.css';
import { ExpansionTable } from './expansion-table';
import { YearsTable, type YearlyFigure } from './years-table';

const CostCharts = lazy(() => import('@/charts/cost-charts'));

const VIEWS = [
  { value: 'years', label: 'By year' },
  { value: 'months-so-far', label: 'By month, cumulative' },
  { value: 'months', label: 'In each month' },
] as const;
type View = (typeof VIEWS)[number]['value'];

const FIGURES: YearlyFigure[] = [
  {
    quantity: 'cash_flow_cost_per_year',
    valuesOf: (each) => each.cash_flow.map(({ year, amount }) => ({ year, value: amount })),
  },
  {
    quantity: 'cumulative_cost',
    valuesOf: (each) => each.cash_flow.map(({ year, cumulative }) => ({ year, value: cumulative })),
  },
];

/** Cash flow, and when hosts are bought. */
export function OverTime({ plan, result }: { plan: Plan; result: Result }) {
  const [view, setView] = useState<View>('years');
  const [open, setOpen] = useState(false);
  const known = result.configurations.some((each) => each.quantities.cluster_tco?.value != null);
  return (
    <Section
      title="Cost over time"
      hint="Cash flow by year or by month"
      aside={
        known && (
          <SegmentedControl
            size="xs"
            aria-label="Cost over time"
            value={view}
            onChange={(value) => setView(value)}
            data={[...VIEWS]}
          />
        )
      }
    >
      {known ? (
        <LazyBoundary fallback={<div style={{ minHeight: 320 }} />}>
          <CostCharts result={result} show={view} />
        </LazyBoundary>
      ) : (
        <p className="soft">
          Not evaluated, because the total cost is not; the missing inputs are listed above.
        </p>
      )}
      <div className={classes.below}>
        {known && (
          <Disclosure level={3} title="Figures by year" open={open} onToggle={setOpen}>
            <YearsTable label="Figures by year" result={result} figures={FIGURES} />
          </Disclosure>
        )}
        <ExpansionTable plan={plan} result={result} />
      </div>
    </Section>
  );
}
