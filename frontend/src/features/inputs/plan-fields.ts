/** The fields of workload, policy and economics, in the order in which people think of them. */
import {
  BurstSchema,
  CapacityReserveSchema,
  EconomicsSchema,
  HoldsWithSparesDownSchema,
  KeepSchema,
  PlanSchema,
  PolicySchema,
  PriceChangeSchema,
  TotalsSchema,
  VmGroupSchema,
  WorkloadSchema,
} from '@/api/generated/schemas.gen';

import { MEMORY_STATES, STATE_WORDS } from '@/lib/memory-states';

import type { Part } from './configuration-fields';
import { type FieldSpec, specs } from './field-spec';

const percent = { min: 0, max: 100, step: 1 };
const yearly = { unit: '% / year' };

export const GROUP_FIELDS: FieldSpec[] = specs(VmGroupSchema, '', [
  ['name', 'Name', 'text'],
  ['count', 'VMs', 'integer', { slider: { min: 1, max: 1000, step: 1 } }],
  ['vcpu', 'vCPU per VM', 'number'],
  ['memory_gib', 'Memory per VM', 'number', { unit: 'GiB' }],
  ['cpu_ghz', 'CPU demand per VM', 'number', { unit: 'GHz' }],
  ['iops_peak', 'Peak IOPS per VM', 'number', { unit: 'IOPS' }],
  ['iops_average', 'Average IOPS per VM', 'number', { unit: 'IOPS' }],
  ['read_share', 'Read share', 'share', { slider: percent }],
  ['io_kib', 'I/O size', 'number', { unit: 'KiB' }],
  ['disk_gb', 'Disk per VM', 'number', { unit: 'GB' }],
  ['disk_used_share', 'Used share of disk', 'share', { slider: percent }],
]);

/** What is rarely said of a group, folded. */
export const GROUP_PARTS: Part[] = [
  {
    title: 'Memory behaviour',
    tail: '',
    folded: 'memory',
    fields: specs(VmGroupSchema, '', [
      ['opm_model', 'Measured operations model', 'opm_model'],
      ['memory_active_share', 'Active memory', 'share', { slider: percent }],
      ['idle_share', 'Dormant time', 'share'],
      ['memory_reserved_share', 'Reserved memory', 'share'],
    ]),
  },
  {
    title: 'Write buffer and read cache',
    tail: '',
    folded: 'cache',
    fields: specs(VmGroupSchema, '', [
      ['write_locality_share', 'Writes overwritten in the buffer', 'share'],
      ['working_set_gb', 'Working set per VM', 'number', { unit: 'GB' }],
      ['read_cache_gb', 'Read cache per VM', 'number', { unit: 'GB' }],
      ['read_cache_hit_share', 'Reads that the read cache answers', 'share'],
    ]),
  },
  {
    title: 'Growth',
    tail: '',
    folded: 'growth',
    fields: specs(VmGroupSchema, '', [
      ['count_growth_rate', 'Growth in VMs', 'share', yearly],
      ['disk_growth_rate', 'Growth in disk', 'share', yearly],
      ['io_growth_rate', 'Growth in I/O', 'share', yearly],
    ]),
  },
];

/** All fields of a group, wherever they are shown. */
export const ALL_GROUP_FIELDS: FieldSpec[] = [...GROUP_FIELDS, ...GROUP_PARTS.flatMap((part) => part.fields)];

export const WORKLOAD_FIELDS: FieldSpec[] = [
  ...specs(WorkloadSchema, '/workload', [
    [
      'write_load_basis',
      'Write load is',
      'choice',
      {
        choices: [
          { value: 'measured', label: 'measured (30 days)' },
          { value: 'estimated', label: 'estimated' },
          { value: 'unknown', label: 'unknown' },
        ],
      },
    ],
    ['write_load_sigma', 'Uncertainty of the write load', 'number', { unit: 'ln' }],
  ]),
  ...specs(TotalsSchema, '/workload/totals', [
    ['cpu_ghz', 'CPU demand of all VMs', 'number', { unit: 'GHz' }],
    ['used_tb', 'Data of all VMs', 'number', { unit: 'TB' }],
  ]),
];

const reserve = (name: string, label: string, kind: 'share' | 'number' | 'integer', unit?: string) =>
  [name, label, kind, unit ? { unit } : {}] as [string, string, typeof kind, { unit?: string }];

export const POLICY_FIELDS: FieldSpec[] = [
  ...specs(PolicySchema, '/policy', [
    ['spare_hosts', 'Spare hosts', 'integer', { slider: { min: 0, max: 3, step: 1 } }],
    [
      'cache_utilisation_limit',
      'Cache utilisation limit',
      'share',
      { slider: { min: 1, max: 100, step: 1 } },
    ],
    ['vcpu_per_core', 'vCPU per core', 'number', { slider: { min: 1, max: 10, step: 0.1 } }],
    ['cpu_utilisation_limit', 'CPU utilisation limit', 'share', { slider: { min: 1, max: 100, step: 1 } }],
    [
      'memory_overcommit_limit',
      'Memory overcommit limit',
      'number',
      { slider: { min: 0.5, max: 3, step: 0.05 } },
    ],
    ['protection', 'Protection', 'catalogue'],
    ['max_wear_out_probability', 'Wear-out probability at most', 'share'],
    ['max_hosts_per_cluster', 'Hosts in a cluster at most', 'integer'],
    ['sizing_years', 'Size for the demand in', 'number', { unit: 'years' }],
    ['thick_swap_files', 'Swap files stored in full size', 'flag'],
  ]),
  ...specs(CapacityReserveSchema, '/policy/capacity_reserve', [
    [
      'method',
      'Capacity reserve',
      'choice',
      {
        choices: [
          { value: 'slack', label: 'slack' },
          { value: 'operations_and_rebuild', label: 'operations and rebuild' },
          { value: 'vendor_kb', label: 'vendor knowledge base' },
        ],
      },
    ],
    reserve('slack_share', 'Raw capacity kept free', 'share'),
    reserve('operations_reserve_tb_per_host', 'Operations reserve per host', 'number', 'TB/host'),
    reserve('rebuild_reserve_hosts', 'Hosts of rebuild reserve', 'integer'),
  ]),
];

const states = { choices: MEMORY_STATES.map((value) => ({ value, label: STATE_WORDS[value] })) };

/** What is rarely asked for, folded. */
export const POLICY_PARTS: Part[] = [
  {
    title: 'Memory states',
    tail: '/policy',
    folded: 'memory',
    fields: specs(PolicySchema, '/policy', [
      ['memory_state_limit', 'Worst state, all hosts running', 'choice', states],
      ['memory_state_limit_with_spares_down', 'Worst state, spare hosts down', 'choice', states],
      ['page_sharing_share', 'Idle memory saved by page sharing', 'share'],
    ]),
  },
  {
    title: 'Operations per minute',
    tail: '/policy',
    folded: 'operations',
    fields: specs(PolicySchema, '/policy', [
      ['opm_target', 'Target of all VMs together', 'number', { unit: 'OPM' }],
      ['opm_tolerance_share', 'Tolerance of the target', 'share'],
      ['minimum_relative_performance_share', 'Least relative performance', 'share'],
    ]),
  },
];

/** The load over time; the profile has an editor of its own. */
export const BURST_FIELDS: FieldSpec[] = specs(BurstSchema, '/workload/burst', [
  ['peak_minutes', 'Minutes at peak', 'number', { unit: 'min' }],
]);

/** Which limits hold with the spare hosts down. */
export const SPARES_FIELDS: FieldSpec[] = specs(HoldsWithSparesDownSchema, '/policy/holds_with_spares_down', [
  ['cpu', 'CPU', 'flag'],
  ['memory', 'Memory', 'flag'],
  ['cache_performance', 'Cache performance', 'flag'],
  ['endurance', 'Endurance', 'flag'],
  ['minimum_hosts', 'Minimum hosts of protection', 'flag'],
]);

export const ECONOMICS_FIELDS: FieldSpec[] = [
  ...specs(EconomicsSchema, '/economics', [
    ['horizon_years', 'Horizon', 'integer', { unit: 'years', slider: { min: 1, max: 15, step: 1 } }],
    ['currency', 'Currency', 'text'],
    ['discount_rate', 'Discount rate', 'share', yearly],
    ['support_rate', 'Support rate', 'share', yearly],
    ['electricity_price_per_kwh', 'Electricity price', 'money', { unit: '/kWh' }],
    ['pue', 'Power usage effectiveness', 'number'],
    ['cpu_load_share', 'Average CPU load', 'share', { slider: percent }],
    ['rack_unit_price_per_month', 'Rack unit price', 'money', { unit: '/month' }],
    ['colocation_price_per_kw_month', 'Colocation price', 'money', { unit: '/kW month' }],
  ]),
];

/** What is rarely said of money, folded. */
export const ECONOMICS_PARTS: Part[] = [
  {
    title: 'Growth and price changes',
    tail: '/economics/price_change',
    folded: 'changes',
    fields: [
      ...specs(EconomicsSchema, '/economics', [['buy_expansion', 'Buy hosts as demand grows', 'flag']]),
      ...specs(PriceChangeSchema, '/economics/price_change', [
        ['hardware_rate', 'Change of hardware prices', 'share', yearly],
        ['licence_rate', 'Change of licence prices', 'share', yearly],
        ['electricity_rate', 'Change of the electricity price', 'share', yearly],
      ]),
    ],
  },
  {
    title: 'What there is',
    tail: '/economics/keep',
    folded: 'keep',
    fields: specs(KeepSchema, '/economics/keep', [
      [
        'running_cost_per_year',
        'Running cost, if kept',
        'money',
        { unit: '/year', optional: true, whole: '/economics/keep' },
      ],
      ['name', 'Name of what there is', 'text'],
      ['residual_today', 'What it would bring today', 'money'],
    ]),
  },
  {
    title: 'Administration and outages',
    tail: '/economics',
    folded: 'administration',
    fields: specs(EconomicsSchema, '/economics', [
      ['admin_hours_per_host_year', 'Administration per host', 'number', { unit: 'h / year' }],
      ['admin_rate_per_hour', 'Hour of administration', 'money'],
      ['outage_price', 'Outage of a disk group', 'money'],
    ]),
  },
  {
    title: 'Residual value and depreciation',
    tail: '/economics',
    folded: 'depreciation',
    fields: specs(EconomicsSchema, '/economics', [
      ['residual_share', 'Worth of the hosts at the horizon', 'share'],
      ['depreciation_years', 'Written off over', 'number', { unit: 'years' }],
    ]),
  },
  {
    title: 'Carbon',
    tail: '/economics',
    folded: 'carbon',
    fields: specs(EconomicsSchema, '/economics', [
      ['country', 'Country of the electricity', 'catalogue', { absent: 'assumed' }],
      ['carbon_g_per_kwh', 'Carbon of electricity', 'number', { unit: 'g/kWh' }],
    ]),
  },
  {
    title: 'Age of prices',
    tail: '/economics',
    folded: 'price-ages',
    fields: specs(EconomicsSchema, '/economics', [
      ['priced_on', 'Priced for the date', 'text'],
      ['price_age_limit_months', 'A price is old after', 'integer', { unit: 'months' }],
    ]),
  },
];

export const PLAN_FIELDS: FieldSpec[] = [
  ...specs(PlanSchema, '', [
    ['description', 'Description', 'paragraph'],
    [
      'unit_convention',
      'Units',
      'choice',
      {
        choices: [
          { value: 'si', label: 'SI: 1 GB = 1000 MB' },
          { value: 'binary_as_printed', label: 'binary: 1 GB = 1024 MB' },
        ],
      },
    ],
  ]),
];
