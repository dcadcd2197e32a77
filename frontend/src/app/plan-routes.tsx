import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';

import { planQuery, templateQuery } from '@/api/plans';
import { sampleQuery } from '@/api/samples';
import type { SavedPlan } from '@/api/types';
import { AsideWork } from '@/features/changes/aside-work';
import { dropImported, importedText, readImported } from '@/plan/imported-plans';
import { moveScenarios } from '@/features/scenarios/kept-scenarios';
import { draftKey as draftKeyOf, moveDraft, readDraft, readDraftText } from '@/plan/drafts';
import { type PlanAddress, planAddress, type PlanSearch } from '@/pages/plan/plan-address';
import { OpenedPlan } from '@/pages/plan/opened-plan';
import { PlanSkeleton } from '@/pages/plan/plan-skeleton';

import { MessagePage } from './not-found';

type Navigate = ReturnType<typeof useNavigate>;

interface RouteProps {
  search: PlanSearch;
  navigate: Navigate;
}

const sample = getRouteApi('/samples/$key');
const newPlan = getRouteApi('/plans/new');
const saved = getRouteApi('/plans/$id');
const imported = getRouteApi('/plans/imported/$key');

/** The parts of a plan page that live in its address. */
export function useAddress({ search, navigate }: RouteProps) {
  const onWhy = useCallback(
    (why: string | undefined) =>
      void navigate({
        to: '.',
        search: (before: PlanSearch) => ({ ...before, why }),
        resetScroll: false,
      }),
    [navigate],
  );
  const onReference = useCallback(
    (reference: string) =>
      void navigate({
        to: '.',
        search: (before: PlanSearch) => ({ ...before, reference }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const onView = useCallback(
    (view: PlanAddress, replace = false) =>
      void navigate({
        to: '.',
        search: (before: PlanSearch) => ({ ...before, ...view }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  const { why, reference, ...view } = search;
  return { why, reference, view, onWhy, onReference, onView };
}

function useSavedPlans(draftKey: string, navigate: Navigate) {
  const onDuplicated = useCallback(
    (id: string) => void navigate({ to: '/plans/$id', params: { id }, search: {} }),
    [navigate],
  );
  const onCreated = useCallback(
    (saved: SavedPlan) => {
      const savedKey = draftKeyOf({ kind: 'plan', key: saved.id });
      // What was edited while it was saved goes on there.
      moveDraft(draftKey, savedKey);
      moveScenarios(draftKey, savedKey);
      void navigate({ to: '/plans/$id', params: { id: saved.id }, search: planAddress });
    },
    [draftKey, navigate],
  );
  return { onCreated, onDuplicated };
}

export function SamplePlanRoute() {
  const { key } = sample.useParams();
  return <SamplePlan key={key} sample={key} search={sample.useSearch()} navigate={useNavigate()} />;
}

function SamplePlan({ sample, ...route }: RouteProps & { sample: string }) {
  const draftKey = draftKeyOf({ kind: 'sample', key: sample });
  const { data } = useSuspenseQuery(sampleQuery(sample));
  const address = useAddress(route);
  const { onCreated, onDuplicated } = useSavedPlans(draftKey, route.navigate);
  return (
    <OpenedPlan
      {...address}
      loading={<PlanSkeleton />}
      id={null}
      draftKey={draftKey}
      base={{ plan: data, revision: null }}
      savedAt={null}
      onCreated={onCreated}
      onDuplicated={onDuplicated}
    />
  );
}

export function NewPlanRoute() {
  const route: RouteProps = { search: newPlan.useSearch(), navigate: useNavigate() };
  const draftKey = draftKeyOf({ kind: 'new' });
  const { data } = useSuspenseQuery(templateQuery);
  const address = useAddress(route);
  const { onCreated, onDuplicated } = useSavedPlans(draftKey, route.navigate);
  return (
    <OpenedPlan
      {...address}
      loading={<PlanSkeleton />}
      id={null}
      draftKey={draftKey}
      base={{ plan: data, revision: null }}
      savedAt={null}
      onCreated={onCreated}
      onDuplicated={onDuplicated}
    />
  );
}

export function SavedPlanRoute() {
  const { id } = saved.useParams();
  return <SavedPlan key={id} id={id} search={saved.useSearch()} navigate={useNavigate()} />;
}

function SavedPlan({ id, ...route }: RouteProps & { id: string }) {
  const draftKey = draftKeyOf({ kind: 'plan', key: id });
  const { data } = useSuspenseQuery(planQuery(id));
  const address = useAddress(route);
  const { onCreated, onDuplicated } = useSavedPlans(draftKey, route.navigate);
  return (
    <OpenedPlan
      {...address}
      loading={<PlanSkeleton />}
      id={id}
      draftKey={draftKey}
      base={{ plan: data.plan, revision: data.revision }}
      savedAt={data.updated_at}
      onCreated={onCreated}
      onDuplicated={onDuplicated}
    />
  );
}

export function ImportedPlanRoute() {
  const { key } = imported.useParams();
  return <ImportedPlan key={key} imported={key} search={imported.useSearch()} navigate={useNavigate()} />;
}

/** A plan read from a file: like a new one, it is not kept until it is saved. */
function ImportedPlan({ imported, ...route }: RouteProps & { imported: string }) {
  const draftKey = draftKeyOf({ kind: 'imported', key: imported });
  const [plan] = useState(() => readImported(imported) ?? readDraft(draftKey)?.base.plan);
  const address = useAddress(route);
  const { onCreated, onDuplicated } = useSavedPlans(draftKey, route.navigate);
  const [unreadable] = useState(() => importedText(imported) ?? readDraftText(draftKey));
  if (!plan && unreadable !== null) {
    return (
      <MessagePage
        title="This imported plan cannot be read"
        actions={
          <AsideWork
            texts={[unreadable]}
            onDiscard={() => {
              dropImported(imported);
              void route.navigate({ to: '/' });
            }}
          />
        }
      >
        <p>Another version of Hostwise kept it in this browser, and it was not saved.</p>
      </MessagePage>
    );
  }
  if (!plan) {
    return (
      <MessagePage title="This imported plan is no longer here">
        <p>
          An imported plan that is not saved stays in the browser that imported it. Import the file again.
        </p>
      </MessagePage>
    );
  }
  return (
    <OpenedPlan
      {...address}
      loading={<PlanSkeleton />}
      id={null}
      draftKey={draftKey}
      base={{ plan, revision: null }}
      savedAt={null}
      onCreated={(saved) => {
        onCreated(saved);
        dropImported(imported);
      }}
      onDuplicated={onDuplicated}
    />
  );
}
