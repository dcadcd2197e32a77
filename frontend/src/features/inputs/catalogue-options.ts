/** Rows of the catalogue as options of a picker. */
import { formatFull, formatMoney } from '@/lib/format';

export interface Option {
  value: string;
  label: string;
  details: string;
}

type Row = Record<string, unknown>;

const text = (row: Row, ...names: string[]) =>
  names
    .map((name) => row[name])
    .filter((value) => typeof value === 'string')
    .join(' ');

function figure(row: Row, name: string, unit: string): string | null {
  const value = row[name];
  return typeof value === 'number' ? `${formatFull(value)} ${unit}` : null;
}

function price(row: Row, name: string): string | null {
  const value = row[name] as { amount?: number; currency?: string } | null | undefined;
  return value?.amount === undefined ? null : `${value.currency ?? ''} ${formatMoney(value.amount)}`;
}

/** What licences count: one of it, and several. */
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
  const per = units === 1 ? `per ${one}` : `per ${formatFull(units)} ${several}`;
  const period = typeof row.billing === 'string' ? (PERIOD[row.billing] ?? '') : '';
  return [price(row, 'price'), per + period].filter(Boolean).join(' ');
}

const year = (row: Row) => (typeof row.launch_year === 'number' ? String(row.launch_year) : null);

const DETAILS: Record<string, (row: Row) => (string | null)[]> = {
  cpus: (row) => [
    figure(row, 'cores', 'cores'),
    figure(row, 'base_ghz', 'GHz'),
    year(row),
    price(row, 'reduced_list_price') ?? price(row, 'list_price'),
  ],
  drives: (row) => [
    figure(row, 'capacity_gb', 'GB'),
    figure(row, 'rated_dwpd', 'DWPD'),
    text(row, 'media') || null,
    text(row, 'interface') || null,
    year(row),
    price(row, 'price'),
  ],
  host_power: (row) => [figure(row, 'idle_w', 'W idle'), figure(row, 'max_w', 'W full')],
  licences: (row) => [licencePrice(row)],
  protection: (row) => [
    figure(row, 'capacity_factor', 'x raw'),
    figure(row, 'minimum_hosts', 'hosts at least'),
  ],
  hypervisors: (row) => [
    typeof row.memory_state_model === 'string' ? `${row.memory_state_model} memory states` : null,
    row.host_cache === true ? 'host cache' : null,
    row.read_cache === true ? 'read cache' : null,
    row.memory_tier_status === 'supported' || row.memory_tier_status === 'preview' ? 'memory tier' : null,
  ],
  memory: (row) => [text(row, 'memory_type') || null, price(row, 'price_per_gib'), price(row, 'price')],
  energy: (row) => [
    figure(row, 'value', 'g CO2e per kWh'),
    typeof row.period === 'string' ? row.period : null,
  ],
};

const LABEL: Record<string, (row: Row) => string> = {
  cpus: (row) => text(row, 'vendor', 'model'),
  drives: (row) => text(row, 'vendor', 'model'),
  host_power: (row) => text(row, 'name'),
  licences: (row) => `${text(row, 'product')} (${text(row, 'edition')})`,
  protection: (row) => text(row, 'label'),
  memory: (row) => text(row, 'name'),
  hypervisors: (row) => text(row, 'name'),
  energy: (row) => text(row, 'region'),
};

export function catalogueOptions(kind: string, rows: readonly Row[]): Option[] {
  return rows
    .map((row) => ({
      // A plan names a country by its code, all else by the key of its row.
      value: String(kind === 'energy' ? row.region_code : row.key),
      label: LABEL[kind]?.(row) ?? String(row.key),
      details: (DETAILS[kind]?.(row) ?? []).filter((each) => each !== null).join(' \u00b7 '),
    }))
    .sort((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true }));
}
