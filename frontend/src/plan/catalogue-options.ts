/** Rows of the catalogue as options of a picker. */
import { formatListed, formatMoney, LANGUAGE } from '@/lib/format';

export interface Option {
  value: string;
  /** What the control shows once it is picked. */
  label: string;
  details: string;
  /** Heading under which it stands, and its label there, which does not repeat the heading. */
  heading?: string;
  short?: string;
}

type Row = Record<string, unknown>;

const text = (row: Row, ...names: string[]) =>
  names
    .map((name) => row[name])
    .filter((value) => typeof value === 'string')
    .join(' ');

function figure(row: Row, name: string, unit: string): string | null {
  const value = row[name];
  return typeof value === 'number' ? `${formatListed(value)} ${unit}` : null;
}

interface Price {
  amount?: number;
  currency?: string;
  basis?: string;
  date?: string | null;
}

function price(row: Row, name: string, per = ''): string | null {
  const value = row[name] as Price | null | undefined;
  return value?.amount === undefined
    ? null
    : `${value.currency ?? ''} ${per ? formatListed(value.amount) : formatMoney(value.amount)}${per}`;
}

/** A price with its kind and date: prices of different years stand in one list. */
function datedPrice(row: Row, name: string, per = ''): string | null {
  const shown = price(row, name, per);
  const value = row[name] as Price | null | undefined;
  return shown && `${shown} (${[value?.basis, value?.date ?? 'undated'].filter(Boolean).join(', ')})`;
}

/** Units that licences count, in singular and plural. */
const COUNTED: Record<string, [one: string, several: string]> = {
  core: ['core', 'cores'],
  socket: ['socket', 'sockets'],
  'core-pair': ['pair of cores', 'pairs of cores'],
  'socket-pair': ['pair of sockets', 'pairs of sockets'],
  tib: ['TiB', 'TiB'],
};

const PERIOD: Record<string, string> = { year: ' and year', month: ' and month', once: ', paid once' };

/** What one price buys, and for how long. */
function licencePrice(row: Row): string | null {
  if (typeof row.metric !== 'string') return price(row, 'price');
  const [one, several] = COUNTED[row.metric] ?? [row.metric, row.metric];
  const units = typeof row.price_buys_units === 'number' ? row.price_buys_units : 1;
  const per = units === 1 ? `per ${one}` : `per ${formatListed(units)} ${several}`;
  const period = typeof row.billing === 'string' ? (PERIOD[row.billing] ?? '') : '';
  return [price(row, 'price'), per + period].filter(Boolean).join(' ');
}

const year = (row: Row) => (typeof row.launch_year === 'number' ? String(row.launch_year) : null);

/** The bays of the chassis variant with the most bays. */
function bays(row: Row): string | null {
  const known = [row.bays_25, row.nvme_bays_25, row.e3s_bays, row.lff_bays].filter(
    (each) => typeof each === 'number',
  );
  return known.length === 0 ? null : `up to ${String(Math.max(...known))} bays`;
}

const DETAILS: Record<string, (row: Row) => (string | null)[]> = {
  cpus: (row) => [
    figure(row, 'cores', 'cores'),
    figure(row, 'base_ghz', 'GHz'),
    year(row),
    datedPrice(row, 'reduced_list_price') ?? datedPrice(row, 'list_price'),
  ],
  drives: (row) => [
    figure(row, 'capacity_gb', 'GB'),
    figure(row, 'rated_dwpd', 'DWPD'),
    text(row, 'media') || null,
    text(row, 'interface') || null,
    year(row),
    datedPrice(row, 'price'),
  ],
  chassis: (row) => [
    text(row, 'form') || null,
    figure(row, 'memory_slots', 'memory slots'),
    bays(row),
    year(row),
  ],
  esa_profiles: (row) => [
    figure(row, 'cores', 'cores'),
    figure(row, 'memory_gib', 'GiB'),
    figure(row, 'nic_gbit_s', 'Gbit/s'),
  ],
  host_power: (row) => [figure(row, 'idle_w', 'W idle'), figure(row, 'max_w', 'W full')],
  licences: (row) => [licencePrice(row)],
  protection: (row) => [
    figure(row, 'capacity_factor', 'x raw'),
    figure(row, 'minimum_hosts', 'hosts at least'),
  ],
  hypervisors: (row) => [
    row.memory_state_model === 'one_to_one'
      ? 'memory one to one'
      : `${text(row, 'memory_state_model')} memory states`,
    row.host_cache === true ? 'host cache' : null,
    row.read_cache === true ? 'read cache' : null,
    row.memory_tier_status === 'supported' || row.memory_tier_status === 'preview' ? 'memory tier' : null,
  ],
  management: (row) => [
    figure(row, 'vcpu', 'vCPU'),
    figure(row, 'memory_gib', 'GiB'),
    figure(row, 'disk_gb', 'GB'),
    text(row, 'limit') || null,
  ],
  memory: (row) => [
    text(row, 'memory_type') || null,
    datedPrice(row, 'price_per_gib', ' per GiB') ?? datedPrice(row, 'price'),
  ],
  energy: (row) => [
    figure(row, 'value', 'g CO2e per kWh'),
    typeof row.period === 'string' ? row.period : null,
  ],
};

/** A protection with its family: several families have one of the same label. */
function protectionLabel(row: Row): string {
  const [word, more] = text(row, 'family_name').split(':');
  return more ? `${text(row, 'label')} (${word ?? ''})` : text(row, 'label');
}

const LABEL: Record<string, (row: Row) => string> = {
  cpus: (row) => text(row, 'vendor', 'model'),
  drives: (row) => text(row, 'vendor', 'model'),
  chassis: (row) => text(row, 'vendor', 'model'),
  esa_profiles: (row) => text(row, 'name'),
  host_power: (row) => text(row, 'name'),
  licences: (row) => `${text(row, 'product')} (${text(row, 'edition')})`,
  protection: protectionLabel,
  memory: (row) => text(row, 'name'),
  hypervisors: (row) => text(row, 'name'),
  stacks: (row) => text(row, 'name'),
  management: (row) => text(row, 'name'),
  energy: (row) => text(row, 'region'),
};

/** A plan names a country by its code, all else by the key of its row. */
const keyOf = (kind: string, row: Row) => String(kind === 'energy' ? row.region_code : row.key);

const labelOf = (kind: string, row: Row) => LABEL[kind]?.(row) ?? String(row.key);

/** The label of what a field of the plan picks. */
export function catalogueLabel(kind: string, rows: readonly Row[], key: string): string | undefined {
  const row = rows.find((each) => keyOf(kind, each) === key);
  return row && labelOf(kind, row);
}

export function catalogueOptions(kind: string, rows: readonly Row[]): Option[] {
  return rows
    .map((row) => {
      const heading = kind === 'protection' ? text(row, 'family_name') : '';
      return {
        value: keyOf(kind, row),
        label: labelOf(kind, row),
        details: (DETAILS[kind]?.(row) ?? []).filter((each) => each !== null).join(' \u00b7 '),
        ...(heading && { heading, short: text(row, 'label') }),
      };
    })
    .sort((a, b) => a.label.localeCompare(b.label, LANGUAGE, { numeric: true }));
}

/** The options under their headings, where they have any. */
export function underHeadings(options: readonly Option[]): (Option | { group: string; items: Option[] })[] {
  const bare = options.filter((each) => each.heading === undefined);
  const headings = [...new Set(options.flatMap((each) => each.heading ?? []))].sort();
  return [
    ...bare,
    ...headings.map((group) => ({ group, items: options.filter((each) => each.heading === group) })),
  ];
}
