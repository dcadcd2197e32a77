import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';

import { Deferred } from '@/components/deferred';
import { FEW, hasFirstPicture, uncertaintyQuery } from '@/api/uncertainty';
import { readDraft } from '@/plan/drafts';
import { knownReference } from '@/plan/known-reference';

import { PlanPage, type PlanPageProps } from './plan-page';
import { usePrefetchEvaluation } from './use-evaluation';

/** The page of a plan. What it asks first is asked before it is rendered, which takes about as long as the answer. */
export function OpenedPlan({ loading, ...page }: PlanPageProps & { loading: ReactNode }) {
  const queries = useQueryClient();
  const { draftKey, base, reference, view } = page;
  const prefetchEvaluation = usePrefetchEvaluation(reference, view.view === 'cost');
  useEffect(() => {
    const plan = readDraft(draftKey)?.plan ?? base.plan;
    prefetchEvaluation(plan);
    if (view.view === undefined) {
      const simulations = hasFirstPicture(plan) ? FEW : undefined;
      queries
        .query(uncertaintyQuery(plan, { reference: knownReference(plan, reference), simulations }))
        .catch(() => undefined);
    }
    // Only on opening: from then on the page asks.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return (
    <Deferred fallback={loading}>
      <PlanPage {...page} />
    </Deferred>
  );
}
