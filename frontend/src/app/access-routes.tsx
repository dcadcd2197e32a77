import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';

import { TokensPage } from '@/features/access/tokens-page';
import { sharedQuery } from '@/features/sharing/queries';
import { PlanSkeleton } from '@/pages/plan/plan-skeleton';
import { SharedPage } from '@/pages/plan/shared-page';

import { useAddress } from './plan-routes';

const route = getRouteApi('/shared/$token');

export function SharedRoute() {
  const { token } = route.useParams();
  return <Shared key={token} token={token} />;
}

function Shared({ token }: { token: string }) {
  const { why, reference, view, onView, onWhy, onReference } = useAddress({
    search: route.useSearch(),
    navigate: useNavigate(),
  });
  const query = useQuery({ ...sharedQuery(token, reference), placeholderData: keepPreviousData });
  const { data, error } = query;
  if (error) throw error;
  if (!data) return <PlanSkeleton />;
  return (
    <SharedPage
      token={token}
      shared={data}
      stale={query.isPlaceholderData}
      why={why}
      reference={reference}
      view={view}
      onView={onView}
      onWhy={onWhy}
      onReference={onReference}
    />
  );
}

export function TokensRoute() {
  return <TokensPage />;
}
