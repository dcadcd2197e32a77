import { memo } from 'react';

import type { BurstConfiguration, BurstResult } from '@/api/types';

import type { ChartBasis } from './basis';
import { FillChart } from './burst-fill-chart';
import { RatesChart } from './burst-rates-chart';
import { RegimeChart } from './burst-regime-chart';
import classes from './burst-charts.module.css';

interface Props {
  result: BurstResult;
  /** What the thresholds of the fill rest on. */
  thresholds: ChartBasis;
  limitOf: (
    configuration: BurstConfiguration,
    limit: 'destage_limit_mb_s' | 'burst_write_mb_s',
  ) => ChartBasis;
}

/** The write buffers over time: how full they are, what they do, and at which rates; one time axis for all. */
function BurstCharts({ result, thresholds, limitOf }: Props) {
  const known = result.configurations.filter((each) => each.series !== null);
  if (known.length === 0) return <p className="soft">No configuration can be simulated over time.</p>;
  return (
    <div className={classes.stack}>
      <FillChart result={result} thresholds={thresholds} />
      <RegimeChart result={result} />
      {result.configurations.map(
        (configuration, index) =>
          configuration.series && (
            <RatesChart
              key={configuration.key}
              configuration={configuration}
              series={configuration.series}
              index={index}
              destage={limitOf(configuration, 'destage_limit_mb_s')}
              burst={limitOf(configuration, 'burst_write_mb_s')}
            />
          ),
      )}
    </div>
  );
}

export default memo(BurstCharts);
