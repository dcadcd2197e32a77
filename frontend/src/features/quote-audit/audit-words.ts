import type { Difference, StatedFigures } from '@/api/types';
import { formatCounted, formatExact, formatListed, formatShare, unitOf } from '@/lib/format';

/** Each kind of difference in words. */
export const KINDS: Record<Difference['kind'], string> = {
  line_total: 'Total of a line',
  sum: 'Sum',
  year_total: 'Total of years',
  one_sided_discount: 'Discount of one side',
  one_sided_price: 'Price of one side',
  one_sided_category: 'Cost of one side',
  licences_short: 'Too few licences',
  licences_counted_twice: 'Too many licences',
  price_outside_range: 'Unusual price',
  support_short: 'Support ends early',
  hosts_disagree: 'Number of hosts',
  tb_as_tib: 'TB called TiB',
  raw_capacity: 'Raw capacity',
  reserve_forgotten: 'Reserve forgotten',
  usable_capacity: 'Usable capacity',
  spare_forgotten: 'Spare hosts forgotten',
  hosts_short: 'Too few hosts',
  drive_life: 'Life of drives',
  assumption: 'Bold assumption',
};

/** A stated or computed value with its unit. */
export function written(value: number, unit: string, currency: string | null): string {
  if (unit === 'money') return [formatListed(value), currency].filter(Boolean).join('\u00a0');
  if (unit === 'share') return formatShare(value);
  if (unit === 'ratio') return `${formatExact(value)}\u00a0:\u00a01`;
  return `${formatListed(Number(value.toFixed(1)))}\u00a0${unitOf(value, unit)}`.trim();
}

/** What a difference comes to, the money first. */
export function effectOf({ money, currency, hosts }: Difference): string[] {
  return [
    ...(money === null ? [] : [written(money, 'money', currency)]),
    ...(hosts === null ? [] : [formatCounted(hosts, 'hosts')]),
  ];
}

/** Whom a difference favours, in words. */
export function favourOf({ favours }: Difference): string | null {
  if (favours === null) return null;
  return favours === 'sender' || favours === 'customer' ? `for the ${favours}` : `for ${favours}`;
}

type Name = keyof StatedFigures;
type Figure = Exclude<Name, 'raw_unit' | 'usable_unit'>;

export interface StatedField {
  name: Figure;
  label: string;
  unit?: string;
  percent?: boolean;
  whole?: boolean;
  /** The figure that says its unit. */
  unitIn?: 'raw_unit' | 'usable_unit';
}

/** What a proposal may say of its assumptions and of the cluster. */
export const STATED: readonly StatedField[] = [
  { name: 'hosts', label: 'Hosts', whole: true },
  { name: 'spare_hosts', label: 'Spare hosts', whole: true },
  { name: 'years', label: 'Years of the offer' },
  { name: 'support_years', label: 'Years of support' },
  { name: 'growth_rate', label: 'Growth of VMs a year', percent: true },
  { name: 'vcpu_per_core', label: 'vCPUs per core' },
  { name: 'memory_overcommit', label: 'Memory overcommit' },
  { name: 'data_reduction_ratio', label: 'Data reduction', unit: ': 1' },
  { name: 'raw_capacity', label: 'Raw capacity', unitIn: 'raw_unit' },
  { name: 'usable_capacity', label: 'Usable capacity', unitIn: 'usable_unit' },
  { name: 'usable_per_raw', label: 'Usable per raw', percent: true },
];

/** The figures with another value of one; what has a unit gets TB where none was said. */
export function withFigure(
  stated: StatedFigures,
  { name, unitIn }: StatedField,
  value: number | undefined,
): StatedFigures {
  const next = { ...stated, [name]: value ?? null };
  return unitIn && value !== undefined ? { ...next, [unitIn]: stated[unitIn] ?? 'TB' } : next;
}
