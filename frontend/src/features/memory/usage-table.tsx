import type { ConfigurationMemory, MemoryReport, Plan, QuantityName, Value } from '@/api/types';
import { ConfigurationTable, type TableRow } from '@/components/configuration-table';
import { QuantityCell, useQuantities } from '@/components/quantity-cell';

/** As the plan gives it: the same in every case. */
const HOST_CACHE = 'host_cache_gb';

/** The quantities of a case, in the order in which memory runs out. */
const PARTS: [heading: string, quantities: QuantityName[]][] = [
  [
    'Memory',
    [
      'running_hosts',
      'memory_overcommit_ratio',
      'unreclaimed_free_gib',
      'sharable_gib',
      'shared_gib',
      'balloon_limit_gib',
      'ballooned_gib',
      'compressed_gib',
      'swapped_gib',
      'free_memory_gib',
      'minfree_gib',
    ],
  ],
  [
    'Host cache and swap',
    [
      'swapped_gib_per_host',
      'needed_host_cache_gib_per_host',
      HOST_CACHE,
      'host_cache_overflow_gib_per_host',
      'swap_write_tb_per_day',
      'swap_drive_dwpd_used',
      'swap_drive_years_to_wear_out',
    ],
  ],
  [
    'Before the balloons have inflated',
    ['demand_memory_state_rank', 'rising_memory_state_rank', 'rising_swapped_gib', 'balloon_minutes'],
  ],
  ['Operations per minute', ['cluster_opm', 'least_performance_share']],
];

interface Props {
  plan: Plan;
  report: MemoryReport;
  place: number;
}

/** The host cache of the plan, or why there is none to speak of. */
function hostCache(plan: Plan, configuration: string): Value {
  const index = plan.configurations.findIndex((each) => each.key === configuration);
  const swap = plan.configurations[index]?.swap;
  if (!swap) return { value: null, state: 'does_not_apply' };
  const value = swap.host_cache_gb ?? null;
  if (value !== null) return { value, state: 'evaluated' };
  const pointer = `/configurations/${String(index)}/swap/${HOST_CACHE}`;
  return { value, state: 'not_evaluated', missing: [pointer] };
}

/** The name of a memory state, where a quantity is the rank of one. */
function stateName(
  quantity: QuantityName,
  value: Value | undefined,
  { thresholds }: ConfigurationMemory,
): string | undefined {
  if (!quantity.endsWith('_state_rank') || typeof value?.value !== 'number') return undefined;
  return ['high', ...thresholds.map((each) => each.state)][value.value];
}

/** All figures of one failure case. */
export function UsageTable({ plan, report, place }: Props) {
  const currency = plan.economics?.currency ?? '';
  const entries = useQuantities();
  const rows = PARTS.flatMap(([heading, quantities]): TableRow<ConfigurationMemory>[] => [
    { key: heading, label: heading, heading: true },
    ...quantities.map((quantity) => ({
      key: quantity,
      label: entries.get(quantity)?.label ?? '',
      meaning: entries.get(quantity)?.meaning,
      cell: (configuration: ConfigurationMemory) => {
        const found = configuration.cases[place];
        const value =
          quantity === HOST_CACHE ? hostCache(plan, configuration.key) : found?.quantities[quantity];
        return (
          <QuantityCell
            configuration={configuration}
            quantity={quantity}
            value={value}
            text={stateName(quantity, value, configuration)}
            failedHosts={found?.failed_hosts}
            currency={currency}
          />
        );
      },
    })),
  ]);
  return <ConfigurationTable label="Memory and swap" corner="" columns={report.configurations} rows={rows} />;
}
