import { memo } from 'react';

import type { Result } from '@/api/types';

import { CashFlowChart } from './cash-flow-chart';
import { CostPartsChart } from './cost-parts-chart';
import { HostsChart } from './hosts-chart';
import classes from './result-charts.module.css';
import { RiskChart } from './risk-chart';
import { WearChart } from './wear-chart';

/** All charts of a result. */
function ResultCharts({ result }: { result: Result }) {
  return (
    <div className={classes.grid}>
      <HostsChart result={result} />
      <div className={classes.column}>
        <CostPartsChart result={result} />
        <WearChart result={result} />
      </div>
      <div className={classes.pair}>
        <CashFlowChart result={result} />
        <RiskChart result={result} />
      </div>
    </div>
  );
}

export default memo(ResultCharts);
