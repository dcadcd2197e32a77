import { useNavigate } from '@tanstack/react-router';

import { keepImported } from '@/plan/imported-plans';
import { EstatePage } from '@/pages/estate/estate-page';

import { useWays } from './use-open-files';

export function EstateRoute() {
  const navigate = useNavigate();
  return (
    <EstatePage
      ways={useWays()}
      onPlan={(plan) => void navigate({ to: '/plans/imported/$key', params: { key: keepImported(plan) } })}
    />
  );
}
