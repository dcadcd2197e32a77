/** The fields of a candidate configuration, part by part. */
import {
  CacheSchema,
  CapacitySchema,
  ConfigurationSchema,
  HostSchema,
  LicenceSchema,
  MemorySchema,
  NetworkSchema,
  ProcessorSchema,
} from '@/api/generated/schemas.gen';

import { type Entry, type FieldSpec, specs } from './field-spec';

export interface Part {
  title: string;
  /** Pointer of the part below the configuration. */
  tail: string;
  fields: FieldSpec[];
}

const drive = (): Entry[] => [
  ['key', 'Drive', 'catalogue'],
  ['capacity_gb', 'Capacity of one drive', 'number', { unit: 'GB' }],
  [
    'rated_dwpd',
    'Rated drive writes per day',
    'number',
    { unit: 'DWPD', slider: { min: 0, max: 100, step: 0.5 } },
  ],
  ['warranty_years', 'Warranty', 'number', { unit: 'years' }],
  ['endurance_factor', 'Endurance correction', 'number'],
  ['sustained_write_mb_s', 'Sustained write rate', 'number', { unit: 'MB/s' }],
  ['power_w', 'Power of one drive', 'number', { unit: 'W' }],
  ['price', 'Price of one drive', 'money'],
];

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
            { value: 'esa', label: 'ESA: one tier of drives' },
          ],
        },
      ],
      ['hosts', 'Hosts, if given', 'integer'],
      ['data_reduction_ratio', 'Data reduction', 'number', { unit: ': 1' }],
      ['protection', 'Own protection', 'catalogue'],
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
      ['module', 'Memory module', 'catalogue'],
      ['price', 'Price of all memory of a host', 'money'],
    ]),
  },
  {
    title: 'Cache drives',
    tail: '/cache',
    fields: specs(CacheSchema, '/cache', [
      ['disk_groups', 'Disk groups per host', 'integer', { slider: { min: 1, max: 5, step: 1 } }],
      ...drive(),
    ]),
  },
  {
    title: 'Capacity drives',
    tail: '/capacity',
    fields: specs(CapacitySchema, '/capacity', [['count', 'Drives per host', 'integer'], ...drive()]),
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
      ['minimum_cores_per_socket', 'Cores licensed per processor at least', 'integer'],
    ]),
  },
];

/** Figures that describe a part of the catalogue: they go when another part is chosen. */
export const PART_FIGURES: Record<string, string[]> = {
  '/cpu/key': ['cores', 'base_ghz', 'price'],
  '/cache/key': [
    'capacity_gb',
    'rated_dwpd',
    'warranty_years',
    'endurance_factor',
    'sustained_write_mb_s',
    'power_w',
    'price',
  ],
  '/capacity/key': [
    'capacity_gb',
    'rated_dwpd',
    'warranty_years',
    'endurance_factor',
    'sustained_write_mb_s',
    'power_w',
    'price',
  ],
  '/memory/module': ['price'],
  '/host/power_profile': ['idle_w', 'full_w'],
  '/licence/key': ['price_per_core_year', 'price_per_socket_year', 'minimum_cores_per_socket'],
};
