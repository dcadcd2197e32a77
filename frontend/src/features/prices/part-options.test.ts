import { expect, it } from 'vitest';

import type { CatalogueTable } from '@/api/types';

import { optionsOf } from './part-options';

const table = (kind: string, label: string, rows: [key: string, name: string, gib: number | null][]) =>
  ({
    kind,
    label,
    columns: [{ key: 'capacity_gib', label: 'Capacity', unit: 'GiB', filter: 'range' }],
    rows: rows.map(([key, name, gib]) => ({ key, name, cells: [{ text: '', value: gib, note: '' }] })),
  }) as CatalogueTable;

it('names parts as the catalogue does, and says which memory is sold by the GiB', () => {
  const groups = optionsOf(
    [
      table('drives', 'Drives', [
        ['b10', 'Maker B10', null],
        ['b2', 'Maker B2', null],
      ]),
      table('memory', 'Memory', [
        ['rdimm', 'RDIMM', null],
        ['rdimm-64', 'RDIMM 64 GiB', 64],
      ]),
    ],
    [
      { key: 'nic-25', kind: 'nic', name: 'Card of 25 Gbit/s' },
      { key: 'ssd', kind: 'ssd', name: 'A drive' },
    ],
  );
  expect(groups).toEqual([
    {
      group: 'Drives',
      items: [
        { value: 'drives/b2', label: 'Maker B2' },
        { value: 'drives/b10', label: 'Maker B10' },
      ],
    },
    {
      group: 'Memory',
      items: [
        { value: 'memory/rdimm-64', label: 'RDIMM 64 GiB' },
        { value: 'memory/rdimm', label: 'RDIMM, by the GiB' },
      ],
    },
    { group: 'Network cards', items: [{ value: 'indicative_prices/nic-25', label: 'Card of 25 Gbit/s' }] },
  ]);
});
