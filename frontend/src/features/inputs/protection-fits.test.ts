import { describe, expect, it } from 'vitest';

import { catalogueLabel, catalogueOptions, underHeadings } from '@/plan/catalogue-options';
import { protectionFits } from './protection-fits';

const rows = [
  { key: 'osa_raid1_ftt1', label: 'RAID-1 mirror, 1 failure', architecture: 'osa' },
  { key: 'osa_raid5_3_1', label: 'RAID-5 3+1', architecture: 'osa', capacity_factor: 1.3333333333333333 },
  { key: 'osa_stretched_raid5_local', label: 'Stretched, RAID-5 within each', architecture: 'osa' },
  { key: 'esa_raid1_ftt1', label: 'RAID-1 mirror, 1 failure', architecture: 'esa' },
  { key: 'external_array', label: 'External array', architecture: 'external' },
];

const fitting = (
  ...given: Parameters<typeof protectionFits> extends [unknown, ...infer Rest] ? Rest : never
) => rows.filter((row) => protectionFits(row, ...given)).map((row) => row.key);

describe('the protections that are offered', () => {
  it.each([
    ['osa_all_flash', ['osa_raid1_ftt1', 'osa_raid5_3_1', 'osa_stretched_raid5_local']],
    ['osa_hybrid', ['osa_raid1_ftt1']],
    ['esa', ['esa_raid1_ftt1']],
    ['external_array', ['external_array']],
  ] as const)('fit a configuration of %s', (architecture, keys) => {
    expect(fitting([architecture], false)).toEqual(keys);
  });

  it('fit some configuration where the policy decides, and never an array', () => {
    expect(fitting(['osa_hybrid', 'esa', 'external_array'], true)).toEqual([
      'osa_raid1_ftt1',
      'esa_raid1_ftt1',
    ]);
    expect(fitting(['external_array'], true)).toEqual(
      rows.filter((row) => row.architecture !== 'external').map((row) => row.key),
    );
  });
});

describe('a protection as an option', () => {
  const listed = underHeadings(catalogueOptions('protection', rows));

  it('stands under its architecture and does not repeat it', () => {
    expect(listed.map((each) => 'group' in each && each.group)).toEqual([
      'ESA: one tier of drives',
      'External array',
      'OSA: cache and capacity drives',
    ]);
    const [esa] = listed;
    expect(esa && 'items' in esa && esa.items[0]).toMatchObject({
      short: 'RAID-1 mirror, 1 failure',
      label: 'RAID-1 mirror, 1 failure (ESA)',
    });
  });

  it('is named with its architecture once where it stands alone', () => {
    expect(rows.map((row) => catalogueLabel('protection', rows, row.key))).toEqual([
      'RAID-1 mirror, 1 failure (OSA)',
      'RAID-5 3+1 (OSA)',
      'Stretched, RAID-5 within each (OSA)',
      'RAID-1 mirror, 1 failure (ESA)',
      'External array',
    ]);
  });

  it('writes its space factor as all numbers are written', () => {
    const option = catalogueOptions('protection', rows).find((each) => each.value === 'osa_raid5_3_1');
    expect(option?.details).toBe('1.33333 x raw');
  });
});
