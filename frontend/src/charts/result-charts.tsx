import { memo } from 'react';

import type { Result } from '@/api/types';

import { CashFlowChart } from './cash-flow-chart';
import { CostLifeChart } from './cost-life-chart';
import { CostPartsChart } from './cost-parts-chart';
import { ConfigurationLegend } from './legend';
import classes from './result-charts.module.css';
import { WearChart } from './wear-chart';

/** All charts of a result. */
function ResultCharts({ result }: { result: Result }) {
  return (
    <>
      <ConfigurationLegend configurations={result.configurations} />
      <div className={classes.grid}>
        <CostPartsChart result={result} />
        <WearChart result={result} />
        <CashFlowChart result={result} />
        <CostLifeChart result={result} />
      </div>
    </>
  );
}

export default memo(ResultCharts);
