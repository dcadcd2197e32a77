import { useLocation, useNavigate } from '@tanstack/react-router';

import frame from '@/components/page-frame.module.css';
import { PageHeader } from '@/components/page-header';
import { ApiReference } from '@/features/api-docs/api-reference';

export function ApiDocsRoute() {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  return (
    <>
      <title>{'API reference \u2013 Hostwise'}</title>
      <PageHeader />
      <main id="content" tabIndex={-1} className={frame.page}>
        <ApiReference
          hash={hash}
          onOpen={(place) =>
            void navigate({
              to: '.',
              hash: place,
              replace: true,
              resetScroll: false,
              hashScrollIntoView: false,
            })
          }
        />
      </main>
    </>
  );
}
