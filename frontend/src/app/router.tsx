import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  useRouter,
} from '@tanstack/react-router';
import { lazy, useEffect, useRef } from 'react';

import { CommandsProvider } from '@/components/commands';
import { LazyBoundary } from '@/components/lazy-boundary';
import { TokenPrompt } from '@/features/access/token-prompt';
import { catalogueTableQuery } from '@/api/catalogue';
import { evidenceQuery, opmModelQuery } from '@/api/evidence';
import { deletedPlansQuery, planQuery, plansQuery, templateQuery } from '@/api/plans';
import { sampleQuery, samplesQuery } from '@/api/samples';
import { tokensQuery } from '@/features/access/queries';
import { useAccess } from '@/features/access/use-access';
import { catalogueSearch } from '@/features/catalogue/catalogue-search';
import { filterFrom } from '@/features/evidence/evidence-filter';
import { sharedQuery } from '@/features/sharing/queries';
import { EvidenceSkeleton } from '@/pages/evidence/evidence-skeleton';
import { heldAgainst } from '@/plan/held-against';
import { planSearch } from '@/pages/plan/plan-address';
import { PlanSkeleton } from '@/pages/plan/plan-skeleton';
import { StartSkeleton } from '@/pages/start/start-frame';

import { Drops } from './drops';
import { loadError, loadErrorOf } from './load-error';
import { NotFound, RouteError } from './not-found';
import { PageCommands } from './page-commands';
import { queryClient } from './query-client';
import { DocSkeleton, PageSkeleton } from './page-skeleton';

/** Loaded when somebody goes there, or is about to. */
const start = () => import('./start-route');
const plans = () => import('./plan-routes');
const evidence = () => import('./evidence-routes');
const catalogue = () => import('./catalogue-route');
const access = () => import('./access-routes');
const docs = () => import('./docs-routes');
const apiDocs = () => import('./api-docs-route');

const estate = () => import('./estate-routes');
const quoteAudit = () => import('./quote-audit-route');

const Palette = lazy(() => import('@/features/palette/palette'));

/** What is kept is shown at once; the page asks for it anew where it may be old. */
const AS_KEPT = { staleTime: 'static' } as const;

/** What goes wrong with what a page does not wait for, the page says. */
const saidByPage = () => undefined;

/** What could not be loaded with one token is asked for again with another. */
function useTokenReload() {
  const router = useRouter();
  const { token } = useAccess();
  const loadedWith = useRef(token);
  useEffect(() => {
    if (token === loadedWith.current) return;
    loadedWith.current = token;
    void router.invalidate();
  }, [router, token]);
}

const rootRoute = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: function Root() {
    useTokenReload();
    return (
      <CommandsProvider
        palette={(props) => (
          <LazyBoundary over>
            <Palette {...props} />
          </LazyBoundary>
        )}
      >
        <PageCommands />
        <Outlet />
        <TokenPrompt />
        <Drops />
      </CommandsProvider>
    );
  },
  notFoundComponent: NotFound,
  errorComponent: RouteError,
});

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  // The page has places for each of them, and shows what is there.
  loader: ({ context: { queries } }) => {
    queries.query(templateQuery).catch(saidByPage);
    queries.infiniteQuery(plansQuery).catch(saidByPage);
    queries.query(deletedPlansQuery).catch(saidByPage);
    queries.query(samplesQuery).catch(saidByPage);
  },
  pendingComponent: StartSkeleton,
  component: lazyRouteComponent(start, 'StartRoute'),
});

const estateRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/estate',
  component: lazyRouteComponent(estate, 'EstateRoute'),
});

const quoteAuditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/quote-audit',
  validateSearch: heldAgainst,
  component: lazyRouteComponent(quoteAudit, 'QuoteAuditRoute'),
});

const sampleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/samples/$key',
  validateSearch: planSearch,
  loader: ({ context: { queries }, params: { key } }) => queries.query({ ...sampleQuery(key), ...AS_KEPT }),
  pendingComponent: PlanSkeleton,
  errorComponent: loadErrorOf('sample'),
  component: lazyRouteComponent(plans, 'SamplePlanRoute'),
});

const newPlanRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plans/new',
  validateSearch: planSearch,
  loader: ({ context: { queries } }) => queries.query({ ...templateQuery, ...AS_KEPT }),
  pendingComponent: PlanSkeleton,
  errorComponent: loadErrorOf('template'),
  component: lazyRouteComponent(plans, 'NewPlanRoute'),
});

const planRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plans/$id',
  validateSearch: planSearch,
  loader: ({ context: { queries }, params: { id } }) => queries.query({ ...planQuery(id), ...AS_KEPT }),
  pendingComponent: PlanSkeleton,
  errorComponent: loadErrorOf('plan'),
  component: lazyRouteComponent(plans, 'SavedPlanRoute'),
});

const importedPlanRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plans/imported/$key',
  validateSearch: planSearch,
  pendingComponent: PlanSkeleton,
  component: lazyRouteComponent(plans, 'ImportedPlanRoute'),
});

const EVIDENCE = {
  validateSearch: filterFrom,
  pendingComponent: EvidenceSkeleton,
  errorComponent: loadError({
    missing: 'The evidence cannot be shown',
    failed: 'The evidence cannot be shown',
  }),
};

function loadEvidence({ context: { queries } }: { context: { queries: QueryClient } }) {
  queries.query(samplesQuery).catch(saidByPage);
  return queries.query({ ...evidenceQuery, ...AS_KEPT });
}

const evidenceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/evidence',
  ...EVIDENCE,
  loader: loadEvidence,
  component: lazyRouteComponent(evidence, 'EvidenceRoute'),
});

const evidencePartRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/evidence/$part',
  ...EVIDENCE,
  loader: loadEvidence,
  component: lazyRouteComponent(evidence, 'EvidencePartRoute'),
});

const newModelRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/evidence/add',
  component: lazyRouteComponent(evidence, 'NewModelRoute'),
});

const modelRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/evidence/models/$key',
  loader: ({ context: { queries }, params: { key } }) => queries.query({ ...opmModelQuery(key), ...AS_KEPT }),
  errorComponent: loadError({ missing: 'Model not found', failed: 'The model cannot be opened' }),
  component: lazyRouteComponent(evidence, 'ModelRoute'),
});

const catalogueRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/catalogue/$kind',
  validateSearch: catalogueSearch,
  loader: ({ context: { queries }, params: { kind } }) =>
    queries.query({ ...catalogueTableQuery(kind), ...AS_KEPT }),
  errorComponent: loadError({
    missing: 'The catalogue has no such table',
    failed: 'The catalogue cannot be shown',
  }),
  component: lazyRouteComponent(catalogue, 'CatalogueRoute'),
});

/** As people type it. */
const anyCatalogueRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/catalogue',
  beforeLoad: () => redirect({ to: '/catalogue/$kind', params: { kind: 'drives' }, throw: true }),
});

const docsRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'docs-pages',
  validateSearch: ({ text }: Record<string, unknown>): { text?: string } =>
    typeof text === 'string' || typeof text === 'number' ? { text: String(text) } : {},
  loader: async () => (await docs()).readContents(),
  staleTime: Infinity,
  component: lazyRouteComponent(docs, 'DocsRoute'),
});

const docRoute = createRoute({
  getParentRoute: () => docsRoute,
  path: '/docs/$',
  loader: async ({ params: { _splat = '' } }) => (await docs()).readPage(_splat),
  staleTime: Infinity,
  // What is read stays until the next page is there, unless that takes long.
  pendingMs: 500,
  pendingComponent: DocSkeleton,
  component: lazyRouteComponent(docs, 'DocRoute'),
});

const apiDocsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/api/docs',
  component: lazyRouteComponent(apiDocs, 'ApiDocsRoute'),
});

const sharedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shared/$token',
  validateSearch: planSearch,
  // Another reference is asked for by the page, which shows the one before meanwhile.
  loader: ({ context: { queries }, params: { token }, location: { search } }) =>
    queries.query({ ...sharedQuery(token, planSearch(search).reference), ...AS_KEPT }),
  pendingComponent: PlanSkeleton,
  errorComponent: loadErrorOf('shared plan'),
  component: lazyRouteComponent(access, 'SharedRoute'),
});

const tokensRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tokens',
  loader: ({ context: { queries } }) => {
    queries.query(tokensQuery).catch(saidByPage);
  },
  component: lazyRouteComponent(access, 'TokensRoute'),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    startRoute,
    estateRoute,
    quoteAuditRoute,
    sampleRoute,
    newPlanRoute,
    importedPlanRoute,
    planRoute,
    evidenceRoute,
    evidencePartRoute,
    newModelRoute,
    modelRoute,
    anyCatalogueRoute,
    catalogueRoute,
    sharedRoute,
    tokensRoute,
    docsRoute.addChildren([docRoute]),
    apiDocsRoute,
  ]),
  // Otherwise a page is handed what its address says as well as what it understands of it.
  search: { strict: true },
  scrollRestoration: true,
  context: { queries: queryClient },
  defaultPreload: 'intent',
  // How long an answer holds is known where it is asked for.
  defaultPreloadStaleTime: 0,
  // The page that comes is seen at once, in its shape, and no longer than it takes.
  defaultPendingMs: 0,
  defaultPendingMinMs: 0,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: RouteError,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
