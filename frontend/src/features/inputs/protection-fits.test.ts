import { describe, expect, it } from 'vitest';

import { catalogueLabel, catalogueOptions, underHeadings } from '@/plan/catalogue-options';
import { protectionFits, stackFits, type Stored } from './protection-fits';

const OSA = { family: 'osa', family_name: 'OSA: cache and capacity drives' };
const ESA = { family: 'esa', family_name: 'ESA: one tier of drives' };
const CEPH = { family: 'ceph', family_name: 'Ceph: one tier of drives' };
const rows = [
  { key: 'osa_raid1_ftt1', label: 'RAID-1 mirror, 1 failure', ...OSA },
  { key: 'osa_raid5_3_1', label: 'RAID-5 3+1', ...OSA, capacity_factor: 1.3333333333333333 },
  { key: 'osa_stretched_raid5_local', label: 'Stretched, RAID-5 within each', ...OSA },
  { key: 'esa_raid1_ftt1', label: 'RAID-1 mirror, 1 failure', ...ESA },
  { key: 'external_array', label: 'External array', family: 'external', family_name: 'External array' },
  { key: 'ceph_replica_3', label: 'Replica 3', ...CEPH },
];

const stacks = [
  { key: 'vsan-osa', layout: 'osa_all_flash', usual: true, protections: 'osa' },
  { key: 'vsan-osa-hybrid', layout: 'osa_hybrid', usual: true, protections: 'osa' },
  { key: 'ceph-proxmox', layout: 'esa', usual: false, protections: 'ceph' },
  { key: 'vsan-esa', layout: 'esa', usual: true, protections: 'esa' },
  { key: 'external-array', layout: 'external_array', usual: true, protections: 'external' },
];

const fitting = (configurations: readonly Stored[], ofPolicy: boolean) =>
  rows.filter((row) => protectionFits(row, stacks, configurations, ofPolicy)).map((row) => row.key);

describe('the storage stacks that are offered', () => {
  it('are those of the architecture', () => {
    expect(stacks.filter((row) => stackFits(row, 'esa')).map((row) => row.key)).toEqual([
      'ceph-proxmox',
      'vsan-esa',
    ]);
  });
});

describe('the protections that are offered', () => {
  it.each([
    [{ architecture: 'osa_all_flash' }, ['osa_raid1_ftt1', 'osa_raid5_3_1', 'osa_stretched_raid5_local']],
    [{ architecture: 'osa_hybrid' }, ['osa_raid1_ftt1']],
    [{ architecture: 'esa' }, ['esa_raid1_ftt1']],
    [{ architecture: 'esa', storage: 'ceph-proxmox' }, ['ceph_replica_3']],
    [{ architecture: 'external_array' }, ['external_array']],
    // A stack of another architecture is an error elsewhere, and decides nothing here.
    [{ architecture: 'osa_hybrid', storage: 'ceph-proxmox' }, ['osa_raid1_ftt1']],
  ] satisfies [Stored, string[]][])('fit a configuration of %o', (configuration, keys) => {
    expect(fitting([configuration], false)).toEqual(keys);
  });

  it('fit some configuration where the policy decides, and never an array', () => {
    const kinds = ['osa_hybrid', 'esa', 'external_array'] as const;
    expect(
      fitting(
        kinds.map((architecture) => ({ architecture })),
        true,
      ),
    ).toEqual(['osa_raid1_ftt1', 'esa_raid1_ftt1']);
    expect(fitting([{ architecture: 'external_array' }], true)).toEqual(
      rows.filter((row) => row.family !== 'external').map((row) => row.key),
    );
  });
});

describe('a protection as an option', () => {
  const listed = underHeadings(catalogueOptions('protection', rows));

  it('stands under its architecture and does not repeat it', () => {
    expect(listed.map((each) => 'group' in each && each.group)).toEqual([
      'Ceph: one tier of drives',
      'ESA: one tier of drives',
      'External array',
      'OSA: cache and capacity drives',
    ]);
    const [, esa] = listed;
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
      'Replica 3 (Ceph)',
    ]);
  });

  it('writes its space factor as all numbers are written', () => {
    const option = catalogueOptions('protection', rows).find((each) => each.value === 'osa_raid5_3_1');
    expect(option?.details).toBe('1.33333 x raw');
  });
});
