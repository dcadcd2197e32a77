import { getRouteApi, useNavigate } from '@tanstack/react-router';

import { CataloguePage } from '@/pages/catalogue/catalogue-page';

const route = getRouteApi('/catalogue/$kind');

export function CatalogueRoute() {
  const { kind } = route.useParams();
  const navigate = useNavigate();
  return (
    <CataloguePage
      kind={kind}
      search={route.useSearch()}
      onSearch={(search) =>
        void navigate({ to: '/catalogue/$kind', params: { kind }, search, replace: true, resetScroll: false })
      }
    />
  );
}
