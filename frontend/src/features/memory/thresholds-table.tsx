import type { ConfigurationMemory, MemoryReport, Plan } from '@/api/types';
import { FieldAction } from '@/components/field-links';
import { ConfigurationTable, type TableRow } from '@/components/configuration-table';
import { QuantityCell, useQuantities } from '@/components/quantity-cell';
import { StateMark } from './state-mark';
import { StatusBadge } from '@/components/status-badge';
import { FigureText } from '@/components/figure';
import { formatShare, formatValue } from '@/lib/format';

import classes from './memory.module.css';

/** From which free memory on a host is in which state, and whose thresholds these are. */
export function ThresholdsTable({ plan, report }: { plan: Plan; report: MemoryReport }) {
  const entry = useQuantities().get('minfree_gib_per_host');
  const { configurations } = report;
  const states = configurations.find((each) => each.thresholds.length)?.thresholds ?? [];
  const rows: TableRow<ConfigurationMemory>[] = [
    {
      key: 'hypervisor',
      label: 'Hypervisor',
      cell: (configuration) => {
        const place = plan.configurations.findIndex((each) => each.key === configuration.key);
        return (
          <div title={configuration.state_notes}>
            {configuration.hypervisor} {!configuration.hypervisor_given && <StatusBadge status="assumed" />}
            <div className={classes.note}>
              {!configuration.hypervisor_given && place >= 0 && (
                <FieldAction pointer={`/configurations/${String(place)}/hypervisor`}>
                  choose the version
                </FieldAction>
              )}
            </div>
          </div>
        );
      },
    },
    {
      key: 'minfree',
      label: entry?.label ?? '',
      meaning: entry?.meaning,
      cell: (configuration) => (
        <QuantityCell
          configuration={configuration}
          quantity="minfree_gib_per_host"
          value={configuration.minfree_gib_per_host}
        />
      ),
    },
    ...states.map(({ state }): TableRow<ConfigurationMemory> => ({
      key: state,
      label: (
        <span className={classes.threshold}>
          <StateMark state={state} /> <span>{state} below</span>
        </span>
      ),
      cell: (configuration) => {
        const found = configuration.thresholds.find((each) => each.state === state);
        if (!found) return <span className={classes.note}>no memory states</span>;
        const shown = formatValue(found.free_gib_per_host, 'number', entry?.unit ?? '', '');
        return (
          <span
            title={shown.full}
            data-testid={`threshold-${state}-${configuration.key}`}
            data-value={found.free_gib_per_host.value ?? ''}
          >
            <FigureText shown={shown} />
            {found.free_share !== null && (
              <span className={`${classes.note} ${classes.below}`}>
                {formatShare(found.free_share)} of the memory
              </span>
            )}
          </span>
        );
      },
    })),
  ];
  return <ConfigurationTable label="Thresholds" corner="" columns={configurations} rows={rows} />;
}
