/** The fields of drives of one kind: the same for cache, capacity, swap, second tier and read cache. */
import type { Entry } from './field-spec';

/** What a drive is rated for and what it costs. */
const rated = (): Entry[] => [
  ['key', 'Drive', 'catalogue'],
  ['capacity_gb', 'Capacity of one drive', 'number', { unit: 'GB' }],
  [
    'rated_dwpd',
    'Rated drive writes per day',
    'number',
    { unit: 'DWPD', slider: { min: 0, max: 100, step: 0.5 } },
  ],
  ['warranty_years', 'Warranty', 'number', { unit: 'years' }],
];

/** A drive that holds data of VMs. */
export const dataDrive = (): Entry[] => [
  ...rated(),
  ['endurance_factor', 'Endurance correction', 'number'],
  ['endurance_factor_low', 'Endurance correction, low end', 'number'],
  ['endurance_factor_high', 'Endurance correction, high end', 'number'],
  ['sustained_write_mb_s', 'Sustained write rate', 'number', { unit: 'MB/s' }],
  ['power_w', 'Power of one drive', 'number', { unit: 'W' }],
  ['price', 'Price of one drive', 'money'],
];

/** A drive beside those: for memory pages or a read cache. */
export const sideDrive = (): Entry[] => [...rated(), ['price', 'Price of one drive', 'money']];

/** Figures that describe a drive of the catalogue: they go when another drive is chosen. */
export const DRIVE_FIGURES = [
  'capacity_gb',
  'rated_dwpd',
  'warranty_years',
  'endurance_factor',
  'endurance_factor_low',
  'endurance_factor_high',
  'sustained_write_mb_s',
  'power_w',
  'price',
];
