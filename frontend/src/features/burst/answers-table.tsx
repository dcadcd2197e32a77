import type { BurstConfiguration, BurstResult, QuantityName, Value } from '@/api/types';
import { ConfigurationTable, type TableRow } from '@/components/configuration-table';
import { QuantityCell, useQuantities } from '@/components/quantity-cell';
import { StatusBadge } from '@/components/status-badge';
import { formatValue } from '@/lib/format';

import classes from './burst.module.css';
import type { Limit, LimitBasis } from './limits';

interface Props {
  result: BurstResult;
  limitOf: (configuration: BurstConfiguration, limit: Limit) => LimitBasis;
}

/** Figures of the simulation itself; they have no formula, only the profile and the figures below them. */
const SIMULATED = [
  ['throttles_after_minutes', 'throttles after', 'Minutes of the profile until writes are throttled.'],
  ['throttled_minutes', 'total time throttled', 'Minutes of the profile in which writes are throttled.'],
  ['longest_throttled_minutes', 'longest time throttled', 'Longest period without a break.'],
] as const satisfies [keyof BurstConfiguration, string, string][];

const LIMITS: readonly string[] = ['destage_limit_mb_s', 'burst_write_mb_s'] satisfies Limit[];

const PARTS: [heading: string, quantities: QuantityName[]][] = [
  ['Beyond this profile', ['minutes_to_throttling', 'steady_admitted_iops', 'throttled_share', 'front_iops']],
  ['Write buffer', ['write_buffer_gb', 'resting_fill_share', 'peak_fill_share', 'running_groups']],
  [
    'Rates of one disk group',
    [
      'group_write_mb_s',
      'group_inflow_mb_s',
      'group_average_write_mb_s',
      'destage_limit_mb_s',
      'burst_write_mb_s',
    ],
  ],
];

/** What a quantity answers here, where that is not its name. */
const LABELS: Record<string, string> = { minutes_to_throttling: 'longest burst at peak' };

/** What the simulation says in figures, and what it was run with. */
export function AnswersTable({ result, limitOf }: Props) {
  const entries = useQuantities();
  const explained = result.failed_groups === 0;
  const rows: TableRow<BurstConfiguration>[] = [
    { key: 'profile', label: 'In this profile', heading: true },
    ...SIMULATED.map(([field, label, meaning]) => ({
      key: field,
      label,
      meaning,
      cell: (configuration: BurstConfiguration) => (
        <Simulated value={configuration[field]} name={`${field}-${configuration.key}`} />
      ),
    })),
    ...PARTS.flatMap(([heading, quantities]): TableRow<BurstConfiguration>[] => [
      { key: heading, label: heading, heading: true },
      ...quantities.map((quantity) => ({
        key: quantity,
        label: LABELS[quantity] ?? entries.get(quantity)?.label ?? '',
        meaning: entries.get(quantity)?.meaning,
        cell: (configuration: BurstConfiguration) => (
          <div className={classes.figure}>
            <QuantityCell
              configuration={configuration}
              quantity={quantity}
              value={valueOf(configuration, quantity)}
              failedHosts={result.failed_hosts}
              explained={explained}
              text={valueOf(configuration, quantity)?.state === 'infinite' ? 'without end' : undefined}
            />
            {LIMITS.includes(quantity) && configuration.applies && (
              <BasisBadge basis={limitOf(configuration, quantity as Limit)} />
            )}
          </div>
        ),
      })),
    ]),
  ];
  return <ConfigurationTable label="Burst, figures" corner="" columns={result.configurations} rows={rows} />;
}

function valueOf(configuration: BurstConfiguration, quantity: QuantityName): Value | undefined {
  if (quantity === 'minutes_to_throttling') return configuration.longest_burst_minutes;
  if (quantity === 'steady_admitted_iops') return configuration.steady_admitted_iops;
  return configuration.quantities[quantity];
}

function BasisBadge({ basis }: { basis: LimitBasis }) {
  return basis === 'assumed' ? (
    <StatusBadge status="assumed" />
  ) : (
    <span className={classes.basis}>{basis.replace('-', ' ')}</span>
  );
}

function Simulated({ value, name }: { value: Value; name: string }) {
  const shown = formatValue(value, 'minutes', 'min', '');
  return (
    <span
      className={classes.simulated}
      title={shown.full}
      data-testid={`burst-${name}`}
      data-value={value.value ?? ''}
      data-state={value.state}
    >
      {shown.text} <span className="soft small">{shown.unit}</span>
    </span>
  );
}
