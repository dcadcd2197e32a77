import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback, useState } from 'react';

import { ApiError, errorText } from '@/api/client';
import { planQuery, templateQuery } from '@/api/plans';
import type { SavedPlan } from '@/api/types';
import { AsideWork } from '@/features/changes/aside-work';
import { PageHeader } from '@/components/page-header';
import { dropImported, importedText, readImported } from '@/plan/imported-plans';
import { moveScenarios } from '@/features/scenarios/kept-scenarios';
import { draftKey as draftKeyOf, moveDraft, readDraft, readDraftText } from '@/plan/drafts';
import { type PlanAddress, planAddress, type PlanSearch } from '@/pages/plan/plan-address';
import { OpenedPlan } from '@/pages/plan/opened-plan';
import { sampleQuery } from '@/pages/plan/queries';

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

function useCreated(draftKey: string, navigate: Navigate) {
  return useCallback(
    (saved: SavedPlan) => {
      const savedKey = draftKeyOf({ kind: 'plan', key: saved.id });
      // What was edited while it was saved goes on there.
      moveDraft(draftKey, savedKey);
      moveScenarios(draftKey, savedKey);
      void navigate({ to: '/plans/$id', params: { id: saved.id }, search: planAddress });
    },
    [draftKey, navigate],
  );
}

export function Loading(): ReactNode {
  return (
    <>
      <PageHeader />
      <main />
    </>
  );
}

function Failed({ error, what }: { error: Error; what: string }) {
  const missing = error instanceof ApiError && (error.status === 404 || error.status === 422);
  return (
    <MessagePage title={missing ? `No ${what} at this address` : `The ${what} cannot be opened`}>
      <p>{errorText(error)}</p>
    </MessagePage>
  );
}

export function SamplePlanRoute() {
  const { key } = sample.useParams();
  return <SamplePlan key={key} sample={key} search={sample.useSearch()} navigate={useNavigate()} />;
}

function SamplePlan({ sample, ...route }: RouteProps & { sample: string }) {
  const draftKey = draftKeyOf({ kind: 'sample', key: sample });
  const query = useQuery(sampleQuery(sample));
  const address = useAddress(route);
  const onCreated = useCreated(draftKey, route.navigate);
  if (query.isError) return <Failed error={query.error} what="sample" />;
  if (!query.data) return <Loading />;
  return (
    <OpenedPlan
      {...address}
      loading={<Loading />}
      id={null}
      draftKey={draftKey}
      base={{ plan: query.data, revision: null }}
      savedAt={null}
      onCreated={onCreated}
    />
  );
}

export function NewPlanRoute() {
  const route: RouteProps = { search: newPlan.useSearch(), navigate: useNavigate() };
  const draftKey = draftKeyOf({ kind: 'new' });
  const query = useQuery(templateQuery);
  const address = useAddress(route);
  const onCreated = useCreated(draftKey, route.navigate);
  if (query.isError) return <Failed error={query.error} what="template" />;
  if (!query.data) return <Loading />;
  return (
    <OpenedPlan
      {...address}
      loading={<Loading />}
      id={null}
      draftKey={draftKey}
      base={{ plan: query.data, revision: null }}
      savedAt={null}
      onCreated={onCreated}
    />
  );
}

export function SavedPlanRoute() {
  const { id } = saved.useParams();
  return <SavedPlan key={id} id={id} search={saved.useSearch()} navigate={useNavigate()} />;
}

function SavedPlan({ id, ...route }: RouteProps & { id: string }) {
  const draftKey = draftKeyOf({ kind: 'plan', key: id });
  const query = useQuery(planQuery(id));
  const address = useAddress(route);
  const onCreated = useCreated(draftKey, route.navigate);
  if (!query.data && query.isError) return <Failed error={query.error} what="plan" />;
  if (!query.data) return <Loading />;
  return (
    <OpenedPlan
      {...address}
      loading={<Loading />}
      id={id}
      draftKey={draftKey}
      base={{ plan: query.data.plan, revision: query.data.revision }}
      savedAt={query.data.updated_at}
      onCreated={onCreated}
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
  const onCreated = useCreated(draftKey, route.navigate);
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
      loading={<Loading />}
      id={null}
      draftKey={draftKey}
      base={{ plan, revision: null }}
      savedAt={null}
      onCreated={(saved) => {
        onCreated(saved);
        dropImported(imported);
      }}
    />
  );
}
