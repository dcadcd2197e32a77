import { memo } from 'react';

import { comparedValue } from '@/api/headline';
import type { Result } from '@/api/types';
import { formatValue } from '@/lib/format';

import { CashFlowChart } from './cash-flow-chart';
import { type ChartKey, wordsOf } from './chart-words';
import { CostLifeChart } from './cost-life-chart';
import { CostPartsChart } from './cost-parts-chart';
import { ConfigurationLegend } from './legend';
import classes from './result-charts.module.css';
import { WearChart } from './wear-chart';

/** All charts of a result that have something to draw: the first as wide as the page, the others beside each other. */
function ResultCharts({ result }: { result: Result }) {
  const { configurations } = result;
  const draws = (key: ChartKey) => wordsOf(result, key) !== undefined;
  const drawn = (['cost_parts', 'cash_flow', 'wear', 'cost_life'] as const).filter(draws);
  return (
    <>
      <ConfigurationLegend configurations={configurations} />
      <div className={`${classes.grid} ${classes.results}`}>
        {drawn.map((key) => (
          <div key={key}>{CHARTS[key](result)}</div>
        ))}
      </div>
      {!draws('cost_parts') && <p className={classes.left}>No chart of cost: none is evaluated.</p>}
      {!draws('wear') && (
        <p className={classes.left}>
          No chart of wear-out, nor of cost and life. Years until drives wear out: {livesOf(result)}.
        </p>
      )}
    </>
  );
}

const CHARTS = {
  cost_parts: (result: Result) => <CostPartsChart result={result} />,
  wear: (result: Result) => <WearChart result={result} />,
  cash_flow: (result: Result) => <CashFlowChart result={result} />,
  cost_life: (result: Result) => <CostLifeChart result={result} />,
};

/** Why there is no life of drives to draw, each reason once. */
function livesOf({ configurations }: Result): string {
  const lives = configurations.flatMap((each) => comparedValue(each, 'known_life_years') ?? []);
  return [...new Set(lives.map((life) => formatValue(life, 'years', '', '').text))].join(', ');
}

export default memo(ResultCharts);
