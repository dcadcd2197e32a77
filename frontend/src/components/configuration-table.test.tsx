import { expect, test } from 'vitest';

import { renderInPage } from '@/test-fixtures/render';

import { ConfigurationTable } from './configuration-table';

const COLUMNS = [
  { key: 'a', name: 'A', reason: 'no cache' },
  { key: 'b', name: 'B', reason: 'no cache' },
];

function cellsWhere(reasons: string[]) {
  const columns = COLUMNS.map((each, at) => ({ ...each, reason: reasons[at] ?? '' }));
  const { container } = renderInPage(
    <ConfigurationTable
      label="Table"
      corner=""
      columns={columns}
      rows={[
        {
          key: 'why',
          label: 'why',
          cell: ({ reason }: { reason: string }) => reason,
          says: ({ reason }: { reason: string }) => reason,
        },
      ]}
    />,
  );
  return [...container.querySelectorAll('td')].map((each) => [each.textContent, each.colSpan]);
}

test('what all columns say stands once, over all of them', () => {
  expect(cellsWhere(['no cache', 'no cache'])).toEqual([['no cache', 2]]);
  expect(cellsWhere(['no cache', 'too small'])).toEqual([
    ['no cache', 1],
    ['too small', 1],
  ]);
});
