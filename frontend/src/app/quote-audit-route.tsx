import { getRouteApi, useNavigate } from '@tanstack/react-router';

import { QuoteAuditPage } from '@/pages/quote-audit/quote-audit-page';

const route = getRouteApi('/quote-audit');

export function QuoteAuditRoute() {
  const navigate = useNavigate();
  return (
    <QuoteAuditPage
      against={route.useSearch()}
      onAgainst={(search) => void navigate({ to: '/quote-audit', search, replace: true, resetScroll: false })}
    />
  );
}
