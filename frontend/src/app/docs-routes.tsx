import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router';

import { DocsPage } from '@/features/docs/docs-page';

const docs = getRouteApi('/docs/$');

/** The same page for all addresses below, so that its contents stay as they are while somebody reads on. */
export function DocsRoute() {
  const { _splat: address = '' } = docs.useParams();
  const { text } = docs.useSearch();
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  return (
    <DocsPage
      address={address}
      hash={hash}
      text={text}
      onText={(words) =>
        void navigate({
          to: '.',
          hash: true,
          search: words === undefined ? {} : { text: words },
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
