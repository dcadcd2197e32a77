import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import type { Charts } from '@/api/types';
import { result } from '@/test-fixtures/plan';
import { renderInPage } from '@/test-fixtures/render';

import { Racks } from './racks';

const rack = (configuration: string, hosts: number): Charts['racks'][number] => ({
  configuration,
  hosts: {
    name: 'hosts',
    text: String(hosts),
    value: hosts,
    why: { configuration, quantity: 'hosts', failed_hosts: 0 },
    note: null,
  },
  spare: 1,
  used: 0.9,
  text: { code: 'filled', parts: ['memory is full'] },
});

const charts = (racks: Charts['racks'], more: number): Charts => ({
  drawn: [],
  months: null,
  racks,
  more_racks: more,
});

it('stands the hosts of configurations beside each other, with words for what is drawn', async () => {
  const { actions } = renderInPage(
    <Racks charts={charts([rack('optane', 4), rack('nand', 1)], 2)} result={result} />,
  );
  expect(screen.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
    ' Optane4 hostsmemory is full',
    ' NAND1 hostmemory is full',
    'and 2 configurations more',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Hosts, Optane: 4. Why?' }));
  expect(actions.explain).toHaveBeenCalledWith('optane', 'hosts', undefined);
});

it('is nothing where nothing can be built', () => {
  renderInPage(<Racks charts={charts([], 0)} result={result} />);
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
});
