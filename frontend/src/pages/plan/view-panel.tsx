import { lazy } from 'react';

import type { Input, Plan } from '@/api/types';
import { LazyBoundary } from '@/components/lazy-boundary';
import { usePlanActions } from '@/plan/plan-actions';

import type { PlanAddress, View } from './plan-address';
import type { Evaluation } from './use-evaluation';

const CostPanel = lazy(() => import('@/features/cost/cost-panel'));
const MemoryPanel = lazy(() => import('@/features/memory/memory-panel'));
const StoragePanel = lazy(() => import('@/features/storage/storage-panel'));
const BurstPanel = lazy(() => import('@/features/burst/burst-panel'));

const ReadCachePanel = lazy(async () => {
  const panel = await import('@/features/read-cache/read-cache-panel');
  return { default: panel.ReadCachePanel };
});

interface Props {
  view: Exclude<View, 'compare' | 'search' | 'scenarios'>;
  plan: Plan;
  evaluation: Evaluation;
  address: PlanAddress;
  onView: (view: PlanAddress, replace?: boolean) => void;
}

const NO_INPUTS: Input[] = [];

/** A view beside the comparison, loaded when it is opened. */
export function ViewPanel({ view, plan, evaluation, address, onView }: Props) {
  const { explain } = usePlanActions();
  const down = address.down ?? 0;
  const onDown = (hosts: number) => onView({ down: hosts || undefined }, true);
  return (
    // Another view is there even where this one is not.
    <LazyBoundary key={view} fallback={<p className="soft">Loading{'\u2026'}</p>}>
      {view === 'cost' && (
        <CostPanel
          plan={plan}
          result={evaluation.whole ? evaluation.result : undefined}
          stale={evaluation.stale}
          failed={evaluation.error !== null}
        />
      )}
      {view === 'memory' && <MemoryPanel plan={plan} down={down} onDown={onDown} />}
      {view === 'burst' && (
        <BurstPanel
          plan={plan}
          inputs={evaluation.origins.data?.inputs ?? NO_INPUTS}
          down={down}
          groups={address.groups ?? 0}
          onDown={onDown}
          onGroups={(groups) => onView({ groups: groups || undefined }, true)}
        />
      )}
      {view === 'storage' && <StoragePanel plan={plan} />}
      {view === 'read-cache' && <ReadCachePanel plan={plan} onWhy={explain} />}
    </LazyBoundary>
  );
}
