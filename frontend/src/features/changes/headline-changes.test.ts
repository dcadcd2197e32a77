import { expect, it } from 'vitest';

import type { Result } from '@/api/types';
import { result } from '@/test-fixtures/plan';

import { headlineChanges } from './headline-changes';

function withHosts(hosts: number): Result {
  return {
    ...result,
    rows: result.rows.map((row) =>
      row.quantity === 'hosts'
        ? {
            ...row,
            cells: row.cells.map((cell, index) =>
              index === 0 ? { ...cell, value: { ...cell.value, value: hosts } } : cell,
            ),
          }
        : row,
    ),
  };
}

it('names only the configurations whose headline numbers moved', () => {
  expect(headlineChanges(result, result)).toEqual([]);
  expect(headlineChanges(result, withHosts(6))).toEqual([
    {
      configuration: 'nand',
      name: 'NAND',
      place: 0,
      moves: [{ quantity: 'hosts', before: '7', after: '6', unit: 'hosts' }],
    },
  ]);
});
