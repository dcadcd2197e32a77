import { lazy } from 'react';

import { questionQuery } from '@/api/questions';
import type { Plan } from '@/api/types';
import { ConfigurationLegend } from '@/charts/legend';
import { AnswerArea } from '@/components/answer-area';
import { FindingsSection } from '@/features/findings/findings-list';
import { LazyBoundary } from '@/components/lazy-boundary';
import { Section } from '@/components/section';
import { usePlanActions } from '@/plan/plan-actions';
import { useSettledAnswer } from '@/plan/use-settled-answer';

import { CaseControl } from './case-control';
import { CasesTable } from './cases-table';
import { ConsolidationSection } from './consolidation-section';
import { GroupsTable } from './groups-table';
import { OperationsSection } from './operations-section';
import { ThresholdsTable } from './thresholds-table';
import { UsageTable } from './usage-table';

const ReclaimedCharts = lazy(() => import('@/charts/reclaimed-charts'));

interface Props {
  plan: Plan;
  /** Hosts that are down in the selected case. */
  down: number;
  onDown: (hosts: number) => void;
}

/** Memory of all configurations: what happens in each failure case, what is reclaimed, and what it costs in speed. */
export default function MemoryPanel({ plan, down, onDown }: Props) {
  const { sharedBy } = usePlanActions();
  const answer = useSettledAnswer(sharedBy ?? plan, (source) => questionQuery('memory', source));
  const cases = answer.data?.configurations[0]?.cases ?? [];
  const place = Math.min(down, Math.max(0, cases.length - 1));
  return (
    <>
      <AnswerArea answer={answer} about="memory">
        {(data) => (
          <>
            <ConfigurationLegend configurations={data.configurations} />
            <CaseControl cases={cases} place={place} onPlace={onDown} />
            <Section title="Predicted state" hint="In every failure case">
              <CasesTable report={data} place={place} />
            </Section>
            <OperationsSection plan={plan} report={data} place={place} />
            <Section title="What is reclaimed" hint="By method, in every failure case">
              <LazyBoundary fallback={<div style={{ minHeight: 240 }} />}>
                <ReclaimedCharts report={data} place={place} />
              </LazyBoundary>
            </Section>
            <Section title="Memory and swap" hint={cases[place]?.label}>
              <UsageTable plan={plan} report={data} place={place} />
            </Section>
            <Section title="VM groups" hint={cases[place]?.label}>
              <GroupsTable report={data} place={place} />
            </Section>
            <ConsolidationSection report={data} />
            <Section title="Thresholds" hint="Free memory of one host below which the state changes">
              <ThresholdsTable plan={plan} report={data} />
            </Section>
            <FindingsSection findings={data.findings} configurations={data.configurations} />
          </>
        )}
      </AnswerArea>
    </>
  );
}
