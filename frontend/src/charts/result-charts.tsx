import { memo, type ReactNode } from 'react';

import { comparedValue } from '@/api/headline';
import type { Chart, Result } from '@/api/types';
import { formatValue } from '@/lib/format';

import { CashFlowChart } from './cash-flow-chart';
import { CostLifeChart } from './cost-life-chart';
import { CostPartsChart } from './cost-parts-chart';
import { chartOf, type DrawnKey } from './drawn';
import { ConfigurationLegend } from './legend';
import classes from './result-charts.module.css';
import { WearChart } from './wear-chart';

interface Props {
  result: Result;
  /** The three that are read first, or the rest. */
  part: 'first' | 'others';
}

/** Charts of a result that have something to draw: the first as wide as the page, the others beside each other. */
function ResultCharts({ result, part }: Props) {
  const { configurations } = result;
  const drawn = SHOWN.flatMap((key) => chartOf(result, key) ?? []);
  const charts = part === 'first' ? drawn.slice(0, FIRST) : drawn.slice(FIRST);
  const draws = (key: DrawnKey) => part !== 'first' || drawn.some(({ words }) => words.key === key);
  return (
    <>
      <ConfigurationLegend configurations={configurations} />
      <div className={`${classes.grid} ${classes.results}`}>
        {charts.map((chart) => (
          <div key={chart.words.key}>{DRAWN_AS[chart.kind](chart)}</div>
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

const SHOWN = ['cost_parts', 'wear', 'cost_life', 'cash_flow'] as const;
const FIRST = 3;

const DRAWN_AS: Record<Chart['kind'], (chart: Chart) => ReactNode> = {
  stacked_bars: (chart) => <CostPartsChart chart={chart} />,
  intervals: (chart) => <WearChart chart={chart} />,
  lines: (chart) => <CashFlowChart chart={chart} />,
  points: (chart) => <CostLifeChart chart={chart} />,
};

/** Why there is no life of drives to draw, each reason once. */
function livesOf({ configurations }: Result): string {
  const lives = configurations.flatMap((each) => comparedValue(each, 'flash_life_years') ?? []);
  return [...new Set(lives.map((life) => formatValue(life, 'years', '', '').text))].join(', ');
}

export default memo(ResultCharts);
