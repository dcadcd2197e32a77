import type { ConfigurationMemory, GroupMemory, MemoryReport, QuantityName } from '@/api/types';
import { ConfigurationTable, type TableRow } from '@/components/configuration-table';
import { useQuantities } from '@/components/quantity-cell';
import { Figure, FigureText } from '@/components/figure';
import { formatForUnit, formatShare, formatValue } from '@/lib/format';

import classes from './memory.module.css';

type Field = Exclude<keyof GroupMemory, 'group'>;

/** What a group's row shows, and the quantity that explains it. */
const FIELDS: [field: Field, quantity: QuantityName | null, label: string][] = [
  ['configured_gib', null, 'configured memory'],
  ['reserved_gib', null, 'reserved memory'],
  ['ballooned_gib', 'group_ballooned_gib', 'ballooned'],
  ['evicted_gib', 'group_evicted_gib', 'compressed and swapped'],
  ['reclaimed_gib', 'group_reclaimed_gib', 'reclaimed'],
  ['opm_per_vm', 'opm_per_vm', 'operations of one VM'],
  ['relative_performance_share', 'relative_performance_share', 'relative performance'],
];
const UNITS: Partial<Record<Field, string>> = {
  configured_gib: 'GiB',
  reserved_gib: 'GiB',
  ballooned_gib: 'GiB',
  evicted_gib: 'GiB',
  reclaimed_gib: 'GiB',
  opm_per_vm: 'OPM',
};

/** What every VM group has and gives back in a failure case. */
export function GroupsTable({ report, place }: { report: MemoryReport; place: number }) {
  const entries = useQuantities();
  const groups = report.configurations[0]?.cases[place]?.groups ?? [];
  const rows = groups.flatMap((group, member): TableRow<ConfigurationMemory>[] => [
    ...(groups.length > 1 ? [{ key: group.group, label: group.group, heading: true }] : []),
    ...FIELDS.map(([field, quantity, label]) => ({
      key: `${group.group} ${field}`,
      label,
      meaning: entries.get(quantity ?? '')?.meaning,
      cell: (configuration: ConfigurationMemory) => (
        <GroupCell
          configuration={configuration}
          place={place}
          member={member}
          field={field}
          quantity={quantity}
          label={label}
        />
      ),
    })),
  ]);
  return <ConfigurationTable label="VM groups" corner="" columns={report.configurations} rows={rows} />;
}

interface CellProps {
  configuration: ConfigurationMemory;
  place: number;
  member: number;
  field: Field;
  quantity: QuantityName | null;
  label: string;
}

function GroupCell({ configuration, place, member, field, quantity, label }: CellProps) {
  const found = configuration.cases[place];
  const group = found?.groups[member];
  if (!found || !group) return null;
  const value = group[field];
  const state = value === null ? ('not_evaluated' as const) : ('evaluated' as const);
  const shown = formatValue({ value, state }, formatForUnit('', field), UNITS[field] ?? '', '');
  return (
    <div
      data-testid={`group-${field}-${String(member)}-${configuration.key}`}
      data-value={value ?? ''}
      title={value === null || quantity !== null ? undefined : shown.full}
    >
      {quantity === null ? (
        <FigureText shown={shown} />
      ) : (
        <Figure
          configuration={configuration.key}
          quantity={quantity}
          failedHosts={found.failed_hosts}
          shown={shown}
          state={state}
          label={`${label}, ${group.group}, ${configuration.name}`}
        />
      )}
      {field === 'reclaimed_gib' && group.reclaimed_share !== null && value !== 0 && (
        <div className={classes.note}>{formatShare(group.reclaimed_share)} of configured memory</div>
      )}
    </div>
  );
}
