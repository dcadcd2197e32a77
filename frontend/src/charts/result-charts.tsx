import { memo } from 'react';

import type { Result } from '@/api/types';

import { CashFlowChart } from './cash-flow-chart';
import { CostPartsChart } from './cost-parts-chart';
import classes from './result-charts.module.css';
import { RiskChart } from './risk-chart';
import { WearChart } from './wear-chart';

/** All charts of a result. */
function ResultCharts({ result }: { result: Result }) {
  return (
    <div className={classes.grid}>
      <CostPartsChart result={result} />
      <WearChart result={result} />
      <CashFlowChart result={result} />
      <RiskChart result={result} />
    </div>
  );
}

export default memo(ResultCharts);
