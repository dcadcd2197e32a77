import { memo } from 'react';

import type { MemoryReport, QuantityName } from '@/api/types';

import { ReclaimedChart, type ReclaimedLine } from './reclaimed-chart';
import classes from './result-charts.module.css';

interface Props {
  report: MemoryReport;
  /** The failure case that the groups are shown in. */
  place: number;
}

/** What is reclaimed: of every configuration in every case, and of the VM groups in the case that is looked at. */
function ReclaimedCharts({ report, place }: Props) {
  const { configurations } = report;
  const cases = configurations.flatMap((configuration, index): ReclaimedLine[] =>
    configuration.cases.map((each) => {
      const value = (quantity: QuantityName) => each.quantities[quantity]?.value ?? null;
      return {
        key: `${configuration.key} ${String(each.failed_hosts)}`,
        index,
        name: configuration.name,
        detail: each.label,
        shortDetail: each.short_label,
        amounts: {
          shared: value('shared_gib'),
          ballooned: value('ballooned_gib'),
          compressed: value('compressed_gib'),
          swapped: value('swapped_gib'),
        },
      };
    }),
  );
  const groups = configurations.flatMap((configuration, index): ReclaimedLine[] =>
    (configuration.cases[place]?.groups ?? []).map((each) => ({
      key: `${configuration.key} ${each.group}`,
      index,
      name: configuration.name,
      detail: each.group,
      amounts: { ballooned: each.ballooned_gib, evicted: each.evicted_gib },
    })),
  );
  return (
    <div className={classes.grid}>
      <ReclaimedChart
        title="Reclaimed by method"
        description="GiB of all running hosts, computed"
        nothing="Nothing is reclaimed in any case."
        lines={cases}
      />
      <ReclaimedChart
        title="Reclaimed by VM group"
        description={`GiB of all VMs of a group, computed; ${configurations[0]?.cases[place]?.label ?? ''}`}
        nothing="Nothing is reclaimed from any VM group in this case."
        lines={groups}
      />
    </div>
  );
}

export default memo(ReclaimedCharts);
