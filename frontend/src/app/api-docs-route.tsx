import frame from '@/components/page-frame.module.css';
import { PageHeader } from '@/components/page-header';
import { ApiReference } from '@/features/api-docs/api-reference';

export function ApiDocsRoute() {
  return (
    <>
      <title>{'API reference \u2013 Hostwise'}</title>
      <PageHeader />
      <main id="content" tabIndex={-1} className={frame.page}>
        <ApiReference />
      </main>
    </>
  );
}
