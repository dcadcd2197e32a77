import { describe, expect, it } from 'vitest';

import type { CatalogueTable } from '@/api/types';
import { plan } from '@/test-fixtures/plan';

import { pickRow, renamed } from './changed-row';
import { editField } from './plan-edits';

const row = (key: string, name: string, type: string) => ({
  key,
  name,
  picked_as: key,
  details: '',
  cells: [{ text: type, value: null, note: '' }],
  sources: [],
  date: '2026',
  confidence: 'datasheet',
  notes: '',
  old_price: false,
});
const table = (kind: string, ...rows: CatalogueTable['rows']): CatalogueTable => ({
  version: '1',
  kind,
  label: kind,
  kinds: [],
  columns: [{ key: 'class', label: 'Class', unit: '', filter: 'set' }],
  rows,
  sources: [],
});
const DRIVES = table(
  'drives',
  row('ri', 'Micron 7450 PRO', 'read-intensive'),
  row('vri', 'Micron 6500 ION', 'very read-intensive'),
  row('mu', 'Micron 7450 MAX', 'mixed-use'),
);
const CPUS = table(
  'cpus',
  row('a', 'AMD EPYC 9355', 'Turin'),
  row('b', 'Intel Xeon 6730P', 'Granite Rapids'),
);
const NAME = '/configurations/0/name';
const KEY = '/configurations/0/capacity/key';
const after = (name: string, former: string, key: string, of = DRIVES) =>
  renamed(editField(plan, NAME, name), KEY, of, former, key)?.to;

describe('pickRow', () => {
  it('takes the figures along that are named, with what is said of them, and no others', () => {
    const root = '/configurations/0/write_tier';
    const kept = pickRow(plan, `${root}/key`, 'another', [`${root}/capacity_gb`]);
    expect(kept.configurations[0]?.write_tier).toMatchObject({ key: 'another', price: 700 });
    expect(kept.remarks).toHaveProperty([`${root}/price`]);
    const dropped = pickRow(plan, `${root}/key`, 'another', [`${root}/price`]);
    expect(dropped.configurations[0]?.write_tier).not.toHaveProperty('price');
    expect(dropped.remarks).not.toHaveProperty([`${root}/price`]);
  });
});

describe('renamed', () => {
  it('says of a candidate what its new part is, where its name says what the former one was', () => {
    expect(after('EPYC with mixed-use NVMe', 'mu', 'ri')).toBe('EPYC with read-intensive NVMe');
    expect(after('EPYC with Micron 7450 MAX', 'mu', 'ri')).toBe('EPYC with Micron 7450 PRO');
    expect(after('Xeon of 2026', 'b', 'a', CPUS)).toBe('EPYC of 2026');
  });

  it('offers nothing where the name says nothing of the part, and no name that another candidate has', () => {
    expect(after('Nine hosts', 'mu', 'ri')).toBeUndefined();
    expect(after('Three mixed-users', 'mu', 'ri')).toBeUndefined();
    const other = editField(plan, '/configurations/1/name', 'With read-intensive');
    expect(renamed(editField(other, NAME, 'With mixed-use'), KEY, DRIVES, 'mu', 'ri')).toBeUndefined();
    expect(renamed(plan, '/workload/cpu_today', CPUS, 'a', 'b')).toBeUndefined();
  });
});
