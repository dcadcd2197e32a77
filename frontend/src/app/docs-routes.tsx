import { getRouteApi, Outlet, useLocation, useNavigate, useParams } from '@tanstack/react-router';

import { DocText } from '@/features/docs/doc-text';
import { DocsPage } from '@/features/docs/docs-page';

export { readContents, readPage } from '@/features/docs/texts';

const docs = getRouteApi('/docs-pages');
const doc = getRouteApi('/docs-pages/docs/$');

/** The same for all pages, so that the contents stay as they are while somebody reads on. */
export function DocsRoute() {
  const contents = docs.useLoaderData();
  const { text } = docs.useSearch();
  const { _splat: address = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  return (
    <DocsPage
      contents={contents}
      address={address}
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
    >
      <Outlet />
    </DocsPage>
  );
}

export function DocRoute() {
  const page = doc.useLoaderData();
  const hash = useLocation({ select: (location) => location.hash });
  return <DocText page={page} hash={hash} />;
}
