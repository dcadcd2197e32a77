import { memo } from 'react';

import { comparedValue } from '@/api/headline';
import type { Result } from '@/api/types';
import { formatValue } from '@/lib/format';

import { CashFlowChart } from './cash-flow-chart';
import { CostLifeChart } from './cost-life-chart';
import { CostPartsChart } from './cost-parts-chart';
import { ConfigurationLegend } from './legend';
import classes from './result-charts.module.css';
import { WearChart } from './wear-chart';

/** All charts of a result that have something to draw. */
function ResultCharts({ result }: { result: Result }) {
  const { configurations } = result;
  const wears = configurations.some(({ life_years: { mid } }) => mid !== null && mid > 0);
  return (
    <>
      <ConfigurationLegend configurations={configurations} />
      <div className={classes.grid}>
        <CostPartsChart result={result} />
        {wears && <WearChart result={result} />}
        <CashFlowChart result={result} />
        {wears && <CostLifeChart result={result} />}
      </div>
      {!wears && (
        <p className={classes.left}>
          No chart of wear-out, nor of cost and life. Years until drives wear out: {livesOf(result)}.
        </p>
      )}
    </>
  );
}

/** Why there is no life of drives to draw, each reason once. */
function livesOf({ configurations }: Result): string {
  const lives = configurations.flatMap((each) => comparedValue(each, 'known_life_years') ?? []);
  return [...new Set(lives.map((life) => formatValue(life, 'years', '', '').text))].join(', ');
}

export default memo(ResultCharts);
