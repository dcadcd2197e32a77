import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { lazy } from 'react';

import { CommandsProvider } from '@/components/commands';
import { LoadedLater } from '@/components/loaded-later';
import { TokenPrompt } from '@/features/access/token-prompt';
import { DropAnywhere } from '@/features/estate/drop-anywhere';
import { filterFrom } from '@/features/evidence/evidence-filter';
import { planSearch } from '@/pages/plan/plan-address';

import { NotFound, RouteError } from './not-found';
import { PageCommands } from './page-commands';
import { useOpenFiles } from './use-open-files';

/** Loaded when somebody goes there, or is about to. */
const start = () => import('./start-route');
const plans = () => import('./plan-routes');
const evidence = () => import('./evidence-routes');
const access = () => import('./access-routes');
const docs = () => import('./docs-routes');

const estate = () => import('./estate-routes');

const Palette = lazy(() => import('@/features/palette/palette'));

const rootRoute = createRootRoute({
  component: function Root() {
    const openFiles = useOpenFiles();
    return (
      <CommandsProvider
        palette={(props) => (
          <LoadedLater over>
            <Palette {...props} />
          </LoadedLater>
        )}
      >
        <PageCommands />
        <Outlet />
        <TokenPrompt />
        <DropAnywhere onFiles={openFiles} />
      </CommandsProvider>
    );
  },
  notFoundComponent: NotFound,
  errorComponent: RouteError,
});

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(start, 'StartRoute'),
});

const estateRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/estate',
  component: lazyRouteComponent(estate, 'EstateRoute'),
});

const sampleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/samples/$key',
  validateSearch: planSearch,
  component: lazyRouteComponent(plans, 'SamplePlanRoute'),
});

const newPlanRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plans/new',
  validateSearch: planSearch,
  component: lazyRouteComponent(plans, 'NewPlanRoute'),
});

const planRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plans/$id',
  validateSearch: planSearch,
  component: lazyRouteComponent(plans, 'SavedPlanRoute'),
});

const importedPlanRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plans/imported/$key',
  validateSearch: planSearch,
  component: lazyRouteComponent(plans, 'ImportedPlanRoute'),
});

const evidenceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/evidence',
  validateSearch: filterFrom,
  component: lazyRouteComponent(evidence, 'EvidenceRoute'),
});

const newModelRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/evidence/add',
  component: lazyRouteComponent(evidence, 'NewModelRoute'),
});

const modelRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/evidence/models/$key',
  component: lazyRouteComponent(evidence, 'ModelRoute'),
});

const docsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/docs/$',
  validateSearch: ({ text }: Record<string, unknown>): { text?: string } =>
    typeof text === 'string' || typeof text === 'number' ? { text: String(text) } : {},
  component: lazyRouteComponent(docs, 'DocsRoute'),
});

const sharedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shared/$token',
  validateSearch: planSearch,
  component: lazyRouteComponent(access, 'SharedRoute'),
});

const tokensRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tokens',
  component: lazyRouteComponent(access, 'TokensRoute'),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    startRoute,
    estateRoute,
    sampleRoute,
    newPlanRoute,
    importedPlanRoute,
    planRoute,
    evidenceRoute,
    newModelRoute,
    modelRoute,
    sharedRoute,
    tokensRoute,
    docsRoute,
  ]),
  // Otherwise a page is handed what its address says as well as what it understands of it.
  search: { strict: true },
  scrollRestoration: true,
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
