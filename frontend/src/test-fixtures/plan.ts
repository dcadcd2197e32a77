import type { Plan, Result } from '@/api/types';

/** A small plan for tests: two groups, two configurations, remarks on several depths. */
export const plan: Plan = {
  schema_version: 1,
  name: 'Test plan',
  workload: {
    groups: [
      { name: 'app', count: 100, vcpu: 4, memory_gib: 16, iops_peak: 960 },
      { name: 'db', count: 20, vcpu: 8, memory_gib: 64 },
    ],
  },
  policy: { spare_hosts: 1, write_utilisation_limit: 0.5 },
  configurations: [
    {
      key: 'nand',
      name: 'NAND',
      cpu: { key: 'some-cpu', sockets: 2 },
      memory: { dram_gib: 512 },
      write_tier: { key: 'some-drive', disk_groups: 2, price: 700 },
      capacity: { count: 8, capacity_gb: 3840 },
    },
    {
      key: 'optane',
      name: 'Optane',
      cpu: { key: 'some-cpu', sockets: 2 },
      memory: { dram_gib: 256 },
      write_tier: { key: 'other-drive', disk_groups: 2, price: 1200 },
      capacity: { count: 8, capacity_gb: 3840 },
    },
  ],
  economics: { currency: 'EUR', horizon_years: 5 },
  remarks: {
    '/policy/write_utilisation_limit': { status: 'assumed', note: 'rule of thumb' },
    '/configurations/0/write_tier/price': { status: 'illustrative' },
    '/configurations/1/write_tier/price': { status: 'illustrative', source: 'a quote' },
    '/workload/groups/1/memory_gib': { status: 'imported' },
  },
};

const evaluated = (value: number) => ({ value, state: 'evaluated' as const, missing: [] });

function configuration(
  key: string,
  name: string,
  hosts: number,
  cost: number,
): Result['configurations'][number] {
  return {
    key,
    name,
    feasible: true,
    buildable: true,
    admissible: true,
    exclusion: '',
    unmet_requirements: [],
    reasons: [],
    hosts: evaluated(hosts),
    hosts_with_growth: evaluated(hosts),
    is_lower_bound: false,
    hosts_text: '8 hosts for write performance',
    hosts_reason: 'for write performance',
    constraints: [],
    failure_cases: [],
    quantities: {
      hosts: evaluated(hosts),
      cluster_tco: evaluated(cost),
      flash_life_years: evaluated(hosts + 0.25),
    },
    cost_parts: [],
    cost_lines: [],
    cash_flow: [],
    monthly: { months: [], hosts: [], amounts: [], cumulative: [], parts: {} },
    expansion: [],
    finance: null,
    depreciation: [],
    carbon_parts: [],
    life_years: { low: null, mid: null, high: null },
    endurance_class: null,
    first_worn_drives: null,
    findings: [],
  };
}

/** A result with a counted row, a money row with a best value, and a row that lacks an input. */
export const result: Result = {
  plan_name: 'Test plan',
  plan_hash: '0123456789abcdef',
  engine_version: '0.1.0',
  catalogue_version: '1.0.0',
  seed: null,
  unit_convention: 'si',
  currency: 'EUR',
  horizon_years: 5,
  reference: 'nand',
  sentence: 'Optane needs 4 hosts instead of 7.',
  configurations: [
    configuration('nand', 'NAND', 7, 239442.4),
    configuration('optane', 'Optane', 4, 148605.2),
  ],
  rows: [
    {
      key: 'hosts',
      section: 'Hosts',
      quantity: 'hosts',
      label: 'hosts',
      meaning: 'Hosts of the cluster.',
      unit: 'hosts',
      format: 'count',
      better: 'lower',
      cells: [
        { configuration: 'nand', value: evaluated(7), note: 'write performance', best: false },
        {
          configuration: 'optane',
          value: evaluated(4),
          best: true,
          difference: -3,
          difference_share: -3 / 7,
        },
      ],
    },
    {
      key: 'cluster_tco',
      section: 'Cost',
      quantity: 'cluster_tco',
      label: 'total cost of ownership',
      meaning: 'All cost until the horizon.',
      unit: 'currency',
      format: 'money',
      better: 'lower',
      cells: [
        { configuration: 'nand', value: evaluated(239442.4), best: false },
        {
          configuration: 'optane',
          value: evaluated(148605.2),
          best: true,
          difference: -90837.2,
          difference_share: -0.37937,
        },
      ],
    },
    {
      key: 'memory_state_rank-spares-down',
      section: 'Memory',
      quantity: 'memory_state_rank',
      failed_hosts: 2,
      label: 'memory state, with spare hosts failed',
      meaning: 'Predicted state of memory.',
      unit: '',
      format: 'state',
      better: 'lower',
      cells: [
        {
          configuration: 'nand',
          value: evaluated(2),
          failed_hosts: 1,
          text: 'soft: balloons inflate',
          best: false,
        },
        {
          configuration: 'optane',
          value: evaluated(0),
          failed_hosts: 2,
          text: 'high',
          best: true,
          difference: -2,
        },
      ],
    },
    {
      key: 'years_to_wear_out',
      section: 'Wear-out',
      quantity: 'years_to_wear_out',
      label: 'years to wear-out',
      meaning: 'Years until the rated writes are used up.',
      unit: 'years',
      format: 'years',
      better: 'higher',
      cells: [
        {
          configuration: 'nand',
          value: { value: null, state: 'not_evaluated', missing: ['/workload/groups/0/io_kib'] },
          best: false,
        },
        { configuration: 'optane', value: { value: null, state: 'infinite', missing: [] }, best: false },
      ],
    },
  ],
  inputs: [],
  prices: { priced_on: null, age_limit_months: 12, used: [] },
  missing: [],
  findings: [],
};
