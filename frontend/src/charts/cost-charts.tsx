import type { Result } from '@/api/types';

import { CashFlowChart } from './cash-flow-chart';
import { CostByMonthChart } from './cost-by-month-chart';
import { CostPartsChart } from './cost-parts-chart';
import { chartOf } from './drawn';

interface Props {
  result: Result;
  show: 'parts' | 'years' | 'months' | 'months-so-far';
}

/** One of the charts about cost, to be loaded when it is needed; none where there is nothing to draw. */
export default function CostCharts({ result, show }: Props) {
  const [parts, years] = [chartOf(result, 'cost_parts'), chartOf(result, 'cash_flow')];
  switch (show) {
    case 'parts':
      return parts && <CostPartsChart chart={parts} />;
    case 'years':
      return years && <CashFlowChart chart={years} />;
    case 'months':
      return <CostByMonthChart result={result} of="amounts" />;
    case 'months-so-far':
      return <CostByMonthChart result={result} of="cumulative" />;
  }
}
