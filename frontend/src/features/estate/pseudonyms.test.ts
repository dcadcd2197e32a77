import { expect, it } from 'vitest';

import type { History, Names } from '@/api/types';

import { withPseudonyms } from './pseudonyms';

const NAMES: Names = {
  pseudonyms: { vm: { 'id-1': 'vm-0001', 'id-2': 'vm-0002', 'id-3': 'vm-0003', 'id-4': 'vm-0004' } },
  vm_names: { 'vm-0001': 'web', 'vm-0002': 'DB', 'vm-0003': 'twin', 'vm-0004': 'twin' },
};

it('gives a history the pseudonyms of its estate and leaves no name in it', () => {
  const history: History = {
    source: { kind: 'wide', label: 'CSV', file: 'customer.csv', sha256: '0' },
    percentile: 95,
    period: null,
    counters: ['cpu_ghz'],
    scope: [],
    vms: { name: ['renamed', 'db', 'twin', 'stranger'], id: ['id-1', '', '', ''], cpu_ghz: [1, 2, 3, 4] },
    columns_unused: ['customer'],
    findings: [{ code: 'history_gaps', kind: 'warning', message: 'stranger has gaps', count: 1 }],
  };
  const hidden = withPseudonyms(history, NAMES);
  expect(hidden.vms).toEqual({
    name: ['vm-0001', 'vm-0002', 'not-in-estate-3', 'not-in-estate-4'],
    id: null,
    cpu_ghz: [1, 2, 3, 4],
  });
  expect(hidden.findings).toEqual([
    { code: 'history_gaps', kind: 'warning', count: 1, message: 'History gaps.' },
  ]);
  expect(JSON.stringify(hidden)).not.toMatch(/customer|stranger|twin/);
});
