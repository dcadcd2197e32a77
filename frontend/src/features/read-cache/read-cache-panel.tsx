import { lazy, useMemo, useState } from 'react';

import { CACHE_COMPUTED } from '@/api/caching';
import { questionQuery } from '@/api/questions';
import type { Plan } from '@/api/types';
import { AnswerArea } from '@/components/answer-area';
import { LazyBoundary } from '@/components/lazy-boundary';
import { PlanActionsProvider, usePlanActions, usePlanWords } from '@/plan/plan-actions';
import { Section } from '@/components/section';
import { useSettledAnswer } from '@/plan/use-settled-answer';

import { Advisor } from './advisor';
import { CalibrationTool } from './calibration-tool';
import { ReadCacheAnswer } from './read-cache-answer';

const BlockSizes = lazy(() => import('./block-sizes'));

interface Props {
  plan: Plan;
  onWhy: (configuration: string, quantity: string) => void;
}

/** The host read cache: what it does in each configuration, and tools for a cache that runs already. */
export function ReadCachePanel({ plan, onWhy }: Props) {
  const [page, words] = [usePlanActions(), usePlanWords()];
  const actions = useMemo(() => ({ ...page, ...words, explain: onWhy }), [page, words, onWhy]);
  const [chosen, setUniform] = useState<readonly string[]>([]);
  const uniform = chosen.filter((name) => plan.workload.groups.some((each) => each.name === name));
  const answer = useSettledAnswer(plan, (settled) => ({
    ...questionQuery('read-cache', page.sharedBy ?? settled, {
      uniformly_random: uniform.filter((name) => settled.workload.groups.some((each) => each.name === name)),
    }),
    ...CACHE_COMPUTED,
  }));
  return (
    <PlanActionsProvider value={actions}>
      <AnswerArea answer={answer} about="the read cache">
        {(data) => (
          <>
            <ReadCacheAnswer
              page={data}
              currency={plan.economics?.currency ?? ''}
              uniform={uniform}
              onUniform={(name, on) =>
                setUniform(on ? [...uniform, name] : uniform.filter((each) => each !== name))
              }
            />
          </>
        )}
      </AnswerArea>
      {/* About any cache, and no part of what a link opens. */}
      {page.sharedBy === undefined && (
        <>
          <Section
            title="Block size"
            hint="Measured latency by block size, and what the rules say for your I/O"
          >
            <LazyBoundary fallback={<div style={{ minHeight: 400 }} />}>
              <BlockSizes plan={plan} />
            </LazyBoundary>
          </Section>
          <Section title="Advice for a running cache" hint="Is it the right size, going by its counters?">
            <Advisor />
          </Section>
          <Section
            title="Calibration"
            hint="The latency of the flash that explains what was measured without and with a cache"
          >
            <CalibrationTool />
          </Section>
        </>
      )}
    </PlanActionsProvider>
  );
}
