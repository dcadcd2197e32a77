import type { Result } from '@/api/types';

import { CashFlowChart } from './cash-flow-chart';
import { CostByMonthChart } from './cost-by-month-chart';
import { CostPartsChart } from './cost-parts-chart';

interface Props {
  result: Result;
  show: 'parts' | 'years' | 'months' | 'months-so-far';
}

/** One of the charts about cost, to be loaded when it is needed. */
export default function CostCharts({ result, show }: Props) {
  switch (show) {
    case 'parts':
      return <CostPartsChart result={result} />;
    case 'years':
      return <CashFlowChart result={result} />;
    case 'months':
      return <CostByMonthChart result={result} of="amounts" />;
    case 'months-so-far':
      return <CostByMonthChart result={result} of="cumulative" />;
  }
}
