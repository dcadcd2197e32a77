import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';

import { ApiError, errorText } from '@/api/client';
import { TokensPage } from '@/features/access/tokens-page';
import { sharedQuery } from '@/features/sharing/queries';
import { SharedPage } from '@/pages/plan/shared-page';

import { MessagePage } from './not-found';
import { Loading, useAddress } from './plan-routes';

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
  if (error instanceof ApiError && error.problem.code === 'share_not_found') return <Nowhere />;
  if (error) {
    return (
      <MessagePage title="The shared plan cannot be opened">
        <p>{errorText(error)}</p>
        <div>
          <Button onClick={() => void query.refetch()}>Try again</Button>
        </div>
      </MessagePage>
    );
  }
  if (!data) return <Loading />;
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

/** The same words whatever is wrong with a link. */
function Nowhere() {
  return (
    <MessagePage title="This link is not valid">
      <p>The link is wrong, has expired or was revoked. Ask the person who gave it to you for a new one.</p>
    </MessagePage>
  );
}

export function TokensRoute() {
  return <TokensPage />;
}
