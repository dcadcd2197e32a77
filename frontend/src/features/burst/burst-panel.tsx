import { lazy } from 'react';

import { ApiError } from '@/api/client';
import { questionQuery } from '@/api/questions';
import type { Input, Plan } from '@/api/types';
import { AnswerArea } from '@/components/answer-area';
import { LazyBoundary } from '@/components/lazy-boundary';
import { Notice } from '@/components/notice';
import { Section } from '@/components/section';
import { usePlanActions } from '@/plan/plan-actions';
import { useSettledAnswer } from '@/plan/use-settled-answer';

import { AnswersTable } from './answers-table';
import { BurstControls } from './burst-controls';
import classes from './burst.module.css';
import { limitBasis, thresholdBasis } from './limits';
import { SourceList } from './source-list';
import { Verdicts } from './verdicts';

const BurstCharts = lazy(() => import('@/charts/burst-charts'));

interface Props {
  plan: Plan;
  /** The inputs as the last result used them. */
  inputs: readonly Input[];
  /** Hosts that are down all the time. */
  down: number;
  /** Further disk groups that are down all the time. */
  groups: number;
  onDown: (hosts: number) => void;
  onGroups: (groups: number) => void;
}

/** How the write buffers take a burst: fill, de-staging and throttling over time. */
export default function BurstPanel({ plan, inputs, down, groups, onDown, onGroups }: Props) {
  const { sharedBy } = usePlanActions();
  const answer = useSettledAnswer(sharedBy ?? plan, (source) =>
    questionQuery('burst', source, { failed_hosts: down, failed_groups: groups }),
  );
  const { data, error } = answer;
  const tooMuch =
    error instanceof ApiError ? error.fields.filter((each) => each.pointer.startsWith('/failed_')) : [];
  return (
    <>
      <BurstControls result={data} down={down} groups={groups} onDown={onDown} onGroups={onGroups} />
      {tooMuch.length > 0 && error instanceof ApiError && (
        <Notice tone="error" title={`${error.problem.title}.`}>
          {tooMuch.map((each) => each.message).join(' ')}
        </Notice>
      )}
      <AnswerArea answer={answer} about="bursts">
        {(data) => (
          <>
            <Verdicts configurations={data.configurations} />
            <Section title="Over time" hint="All configurations on one time axis">
              <LazyBoundary fallback={<div style={{ minHeight: 480 }} />}>
                <BurstCharts
                  result={data}
                  thresholds={thresholdBasis(inputs)}
                  limitOf={(configuration, limit) => limitBasis(inputs, configuration, limit)}
                />
              </LazyBoundary>
            </Section>
            <Section title="Figures" hint={groups > 0 ? WITHOUT_WHY : undefined}>
              <AnswersTable
                result={data}
                limitOf={(configuration, limit) => limitBasis(inputs, configuration, limit)}
              />
            </Section>
            <Section title="Findings">
              <ul className={classes.notes}>
                {data.notes.map((each) => (
                  <li key={each}>{each}</li>
                ))}
              </ul>
              <SourceList configurations={data.configurations} />
            </Section>
          </>
        )}
      </AnswerArea>
    </>
  );
}

const WITHOUT_WHY = 'No explanation is available with single disk groups down: set them to 0';
