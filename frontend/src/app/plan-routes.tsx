import { useQuery } from '@tanstack/react-query';
import type { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';

import { ApiError, errorText } from '@/api/client';
import { planQuery, sampleQuery, templateQuery } from '@/api/queries';
import type { SavedPlan } from '@/api/types';
import { PageHeader } from '@/components/page-header';
import { PlanPage } from '@/features/plan/plan-page';
import { dropDraft } from '@/lib/drafts';

import { MessagePage } from './not-found';
import type { PlanSearch } from './router';

type Navigate = ReturnType<typeof useNavigate>;

interface RouteProps {
  search: PlanSearch;
  navigate: Navigate;
}

/** The parts of a plan page that live in its address. */
function useAddress({ search, navigate }: RouteProps) {
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
  return { why: search.why, reference: search.reference, onWhy, onReference };
}

function useCreated(draftKey: string, navigate: Navigate) {
  return useCallback(
    (saved: SavedPlan) => {
      dropDraft(draftKey);
      void navigate({ to: '/plans/$id', params: { id: saved.id } });
    },
    [draftKey, navigate],
  );
}

function Loading(): ReactNode {
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
    <MessagePage title={missing ? `There is no such ${what}` : `The ${what} cannot be opened`}>
      <p>{errorText(error)}</p>
    </MessagePage>
  );
}

export function SamplePlanRoute({ sample, ...route }: RouteProps & { sample: string }) {
  const draftKey = `sample.${sample}`;
  const query = useQuery(sampleQuery(sample));
  const address = useAddress(route);
  const onCreated = useCreated(draftKey, route.navigate);
  if (query.isError) return <Failed error={query.error} what="sample" />;
  if (!query.data) return <Loading />;
  return (
    <PlanPage
      {...address}
      id={null}
      draftKey={draftKey}
      base={{ plan: query.data, revision: null }}
      savedAt={null}
      onCreated={onCreated}
    />
  );
}

export function NewPlanRoute(route: RouteProps) {
  const query = useQuery(templateQuery);
  const address = useAddress(route);
  const onCreated = useCreated('new', route.navigate);
  if (query.isError) return <Failed error={query.error} what="template" />;
  if (!query.data) return <Loading />;
  return (
    <PlanPage
      {...address}
      id={null}
      draftKey="new"
      base={{ plan: query.data, revision: null }}
      savedAt={null}
      onCreated={onCreated}
    />
  );
}

export function SavedPlanRoute({ id, ...route }: RouteProps & { id: string }) {
  const query = useQuery(planQuery(id));
  const address = useAddress(route);
  const onCreated = useCreated(`plan.${id}`, route.navigate);
  if (!query.data && query.isError) return <Failed error={query.error} what="plan" />;
  if (!query.data) return <Loading />;
  return (
    <PlanPage
      {...address}
      id={id}
      draftKey={`plan.${id}`}
      base={{ plan: query.data.plan, revision: query.data.revision }}
      savedAt={query.data.updated_at}
      onCreated={onCreated}
    />
  );
}
