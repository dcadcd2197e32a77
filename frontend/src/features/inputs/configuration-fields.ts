/** The fields of a candidate configuration, part by part. */
import {
  CacheSchema,
  CapacitySchema,
  ConfigurationSchema,
  DrivesSchema,
  ExternalArraySchema,
  HostSchema,
  LicenceSchema,
  MemorySchema,
  MemoryTierSchema,
  NetworkSchema,
  ProcessorSchema,
  ReadCacheSchema,
  SwapSchema,
} from '@/api/generated/schemas.gen';
import type { Architecture, Configuration } from '@/api/types';
import type { Json } from '@/lib/json';
import { getAt } from '@/lib/json-pointer';
import { MEDIA } from '@/lib/media';

import { dataDrive, DRIVE_FIGURES, sideDrive } from './drive-fields';
import { type FieldSpec, specs } from './field-spec';

export interface Part {
  title: string;
  /** Pointer of the part below its owner. */
  tail: string;
  fields: FieldSpec[];
  /** Rarely needed: folded under this name until it is opened. */
  folded?: string;
  /** A part that may be absent as a whole: what to call adding it, and what it is then. */
  adding?: { label: string; value: Json };
}

const SWAP_MEDIA = ['ssd_local', 'hdd_local', 'fc_array', 'sata_local'] as const;
const FLASH_GROUPS: readonly Architecture[] = ['osa_all_flash', 'osa_hybrid'];

/** Whether hosts of an architecture have the part at all. */
export function hasPart(architecture: Architecture, tail: string): boolean {
  if (tail === '/cache') return FLASH_GROUPS.includes(architecture);
  if (tail === '/capacity') return architecture !== 'external_array';
  if (tail === '/array') return architecture === 'external_array';
  return true;
}

export const CONFIGURATION_PARTS: Part[] = [
  {
    title: 'General',
    tail: '',
    fields: specs(ConfigurationSchema, '', [
      ['name', 'Name', 'text'],
      [
        'architecture',
        'Architecture',
        'choice',
        {
          choices: [
            { value: 'osa_all_flash', label: 'OSA: cache and capacity drives' },
            { value: 'osa_hybrid', label: 'OSA hybrid: flash cache, magnetic drives' },
            { value: 'esa', label: 'ESA: one tier of drives' },
            { value: 'external_array', label: 'External array: no drives in the hosts' },
          ],
        },
      ],
      ['hosts', 'Hosts, if given', 'integer'],
      ['hypervisor', 'Hypervisor', 'catalogue', { absent: 'assumed' }],
      ['data_reduction_ratio', 'Data reduction', 'number', { unit: ': 1' }],
      ['protection', 'Own protection', 'catalogue'],
      ['storage_stack_cpu_share', 'CPU share of the storage stack', 'share'],
    ]),
  },
  {
    title: 'Processors',
    tail: '/cpu',
    fields: specs(ProcessorSchema, '/cpu', [
      ['key', 'Processor', 'catalogue'],
      ['sockets', 'Processors per host', 'integer', { slider: { min: 1, max: 8, step: 1 } }],
      ['cores', 'Cores of one processor', 'integer'],
      ['base_ghz', 'Base frequency', 'number', { unit: 'GHz' }],
      ['price', 'Price of one processor', 'money'],
    ]),
  },
  {
    title: 'Memory',
    tail: '/memory',
    fields: specs(MemorySchema, '/memory', [
      ['dram_gib', 'DRAM per host', 'number', { unit: 'GiB' }],
      ['memory_mode_gib', 'Persistent memory (memory mode)', 'number', { unit: 'GiB' }],
      ['storage_stack_gib', 'Memory of the storage stack', 'number', { unit: 'GiB' }],
      ['hypervisor_gib', 'Memory of the hypervisor', 'number', { unit: 'GiB' }],
      ['vm_overhead_mib', 'Memory overhead of a VM', 'number', { unit: 'MiB' }],
      ['balloon_limit_share', 'Memory that balloons take at most', 'share'],
      ['module', 'Memory module', 'catalogue'],
      ['price', 'Price of all memory of a host', 'money'],
    ]),
  },
  {
    title: 'Second memory tier',
    tail: '/memory/tier',
    folded: 'tier',
    adding: { label: 'Add a second memory tier', value: { drives_per_host: 1 } },
    fields: [
      ...specs(MemoryTierSchema, '/memory/tier', [
        ['dram_share', 'Size of the tier, share of DRAM', 'share'],
        ['drives_per_host', 'Drives per host', 'integer'],
        ['mirrored', 'Mirrored on two drives', 'flag'],
        ['active_share_limit', 'Active memory at most, share of DRAM', 'share'],
        ['page_out_mb_s', 'Pages written per host', 'number', { unit: 'MB/s' }],
      ]),
      ...specs(DrivesSchema, '/memory/tier/drive', sideDrive()),
    ],
  },
  {
    title: 'Swap',
    tail: '/swap',
    folded: 'swap',
    fields: [
      ...specs(SwapSchema, '/swap', [
        [
          'medium',
          'Swaps to',
          'choice',
          {
            choices: SWAP_MEDIA.map((value) => ({ value, label: MEDIA[value].label })),
            optional: true,
            whole: '/swap',
          },
        ],
        ['host_cache_gb', 'Host cache', 'number', { unit: 'GB' }],
        ['turnovers_per_day', 'Turnovers of swapped memory', 'number', { unit: '/day' }],
      ]),
      ...specs(DrivesSchema, '/swap/drive', sideDrive()),
    ],
  },
  {
    title: 'Cache drives',
    tail: '/cache',
    fields: specs(CacheSchema, '/cache', [
      ['disk_groups', 'Disk groups per host', 'integer', { slider: { min: 1, max: 5, step: 1 } }],
      ...dataDrive(),
      ['destage_limit_mb_s', 'De-stage limit of a disk group', 'number', { unit: 'MB/s' }],
      ['burst_write_mb_s', 'Burst writes of one drive', 'number', { unit: 'MB/s' }],
      ['large_write_buffer', 'Large write buffer', 'flag'],
    ]),
  },
  {
    title: 'Capacity drives',
    tail: '/capacity',
    fields: specs(CapacitySchema, '/capacity', [['count', 'Drives per host', 'integer'], ...dataDrive()]),
  },
  {
    title: 'Array',
    tail: '/array',
    fields: specs(ExternalArraySchema, '/array', [
      ['price', 'Price of the array', 'money'],
      ['power_w', 'Average power', 'number', { unit: 'W' }],
      ['rack_units', 'Height', 'number', { unit: 'U' }],
    ]),
  },
  {
    title: 'Read cache',
    tail: '/read_cache',
    folded: 'read-cache',
    adding: { label: 'Add a host read cache', value: {} },
    fields: [
      ...specs(ReadCacheSchema, '/read_cache', [
        ['size_gb', 'Flash for it per host', 'number', { unit: 'GB' }],
        ['block_kib', 'Block size', 'number', { unit: 'KiB' }],
        ['flash_read_ms', 'Read from the cache', 'number', { unit: 'ms' }],
        ['backend_read_ms', 'Read from the storage', 'number', { unit: 'ms' }],
        ['backend_write_ms', 'Write to the storage', 'number', { unit: 'ms' }],
        ['network_mb_s', 'Rate of moving a cache', 'number', { unit: 'MB/s' }],
        ['fill_mb_s', 'Rate of filling a cache', 'number', { unit: 'MB/s' }],
      ]),
      ...specs(DrivesSchema, '/read_cache/drive', sideDrive()),
    ],
  },
  {
    title: 'Host',
    tail: '/host',
    fields: specs(HostSchema, '/host', [
      ['model', 'Model', 'text'],
      ['power_profile', 'Power profile', 'catalogue'],
      ['idle_w', 'Power without load', 'number', { unit: 'W' }],
      ['full_w', 'Power at full load', 'number', { unit: 'W' }],
      ['rack_units', 'Height', 'number', { unit: 'U' }],
      ['chassis_price', 'Price of chassis', 'money'],
    ]),
  },
  {
    title: 'Network',
    tail: '/network',
    fields: specs(NetworkSchema, '/network', [
      ['description', 'Network cards', 'text'],
      ['power_w', 'Power of network cards', 'number', { unit: 'W' }],
      ['price', 'Price of network cards', 'money'],
    ]),
  },
  {
    title: 'Licence',
    tail: '/licence',
    fields: specs(LicenceSchema, '/licence', [
      ['key', 'Licence', 'catalogue'],
      ['price_per_core_year', 'Price per core and year', 'money'],
      ['price_per_socket_year', 'Price per socket and year', 'money'],
      ['price_per_core_once', 'Price per core, paid once', 'money'],
    ]),
  },
  {
    title: 'Licence rules',
    tail: '',
    folded: 'licence-rules',
    fields: specs(LicenceSchema, '/licence', [
      [
        'billing',
        'Subscriptions are paid',
        'choice',
        {
          choices: [
            { value: 'year', label: 'for a year in advance' },
            { value: 'month', label: 'by the month' },
          ],
        },
      ],
      ['minimum_cores_per_socket', 'Cores licensed per processor at least', 'integer'],
      ['minimum_cores_per_host', 'Cores licensed per host at least', 'integer'],
      ['order_minimum_cores', 'Cores of an order at least', 'integer'],
      ['order_minimum_as_of', 'That minimum is known as of', 'text'],
      ['pack_cores', 'Cores of a pack', 'integer'],
      ['vms_per_licensing', 'VMs covered by licensing a host once', 'integer'],
    ]),
  },
  {
    title: 'Licensed storage',
    tail: '',
    folded: 'licensed-storage',
    fields: specs(LicenceSchema, '/licence', [
      ['entitlement_tib_per_core', 'Storage included per core', 'number', { unit: 'TiB' }],
      ['pooled_tib', 'Storage included elsewhere', 'number', { unit: 'TiB' }],
      ['addon_price_per_tib_year', 'Price per further TiB and year', 'money'],
    ]),
  },
];

/** The parts that hosts of this architecture have; what is given nonetheless is shown, so that it can be removed. */
export function partsOf(configuration: Configuration): Part[] {
  const architecture = configuration.architecture ?? 'osa_all_flash';
  return CONFIGURATION_PARTS.filter(
    (part) =>
      hasPart(architecture, part.tail) ||
      (part.tail !== '' && (getAt(configuration, part.tail) ?? null) !== null),
  );
}

/** Figures that describe a part of the catalogue: they go when another part is chosen. */
export const PART_FIGURES: Record<string, string[]> = {
  '/cpu/key': ['cores', 'base_ghz', 'price'],
  '/cache/key': [...DRIVE_FIGURES, 'destage_limit_mb_s', 'burst_write_mb_s'],
  '/capacity/key': DRIVE_FIGURES,
  '/memory/tier/drive/key': DRIVE_FIGURES,
  '/swap/drive/key': DRIVE_FIGURES,
  '/read_cache/drive/key': DRIVE_FIGURES,
  '/memory/module': ['price'],
  '/host/power_profile': ['idle_w', 'full_w'],
  '/licence/key': [
    'price_per_core_year',
    'price_per_socket_year',
    'price_per_core_once',
    'billing',
    'minimum_cores_per_socket',
    'minimum_cores_per_host',
    'order_minimum_cores',
    'order_minimum_as_of',
    'pack_cores',
    'vms_per_licensing',
    'entitlement_tib_per_core',
    'addon_price_per_tib_year',
  ],
  '/economics/country': ['carbon_g_per_kwh'],
};
