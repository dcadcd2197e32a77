import { createRootRoute, createRoute, createRouter, Outlet, useNavigate } from '@tanstack/react-router';

import { StartPage } from '@/features/start/start-page';

import { NewPlanRoute, SamplePlanRoute, SavedPlanRoute } from './plan-routes';
import { NotFound, RouteError } from './not-found';

/** What the address of a plan page may say beside the plan: the open explanation and the reference. */
export interface PlanSearch {
  why?: string;
  reference?: string;
}

function planSearch(search: Record<string, unknown>): PlanSearch {
  const text = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;
  const [why, reference] = [text(search.why), text(search.reference)];
  return { ...(why !== undefined && { why }), ...(reference !== undefined && { reference }) };
}

const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: RouteError,
});

const startRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: StartPage });

const sampleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/samples/$key',
  validateSearch: planSearch,
  component: function Sample() {
    const { key } = sampleRoute.useParams();
    return (
      <SamplePlanRoute key={key} sample={key} search={sampleRoute.useSearch()} navigate={useNavigate()} />
    );
  },
});

const newPlanRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plans/new',
  validateSearch: planSearch,
  component: function NewPlan() {
    return <NewPlanRoute search={newPlanRoute.useSearch()} navigate={useNavigate()} />;
  },
});

const planRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plans/$id',
  validateSearch: planSearch,
  component: function SavedPlan() {
    const { id } = planRoute.useParams();
    return <SavedPlanRoute key={id} id={id} search={planRoute.useSearch()} navigate={useNavigate()} />;
  },
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([startRoute, sampleRoute, newPlanRoute, planRoute]),
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
