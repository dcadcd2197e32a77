import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

import { readCatalogue } from '@/api/generated/sdk.gen';
import { renderInPage } from '@/test-fixtures/render';

import { CataloguePicker } from './catalogue-picker';

vi.mock('@/api/generated/sdk.gen');

it('shows protections under their architecture, and the picked one with it', async () => {
  const rows = ['OSA: cache and capacity drives', 'ESA: one tier of drives'].map((name) => ({
    key: `${name.slice(0, 3).toLowerCase()}_raid1_ftt1`,
    label: 'RAID-1 mirror, 1 failure',
    family_name: name,
  }));
  vi.mocked(readCatalogue).mockImplementation((() =>
    Promise.resolve({ data: { rows }, response: new Response() })) as never);
  renderInPage(
    <CataloguePicker
      id="protection"
      kind="protection"
      value="esa_raid1_ftt1"
      placeholder=""
      clearable={false}
      error={undefined}
      onChange={vi.fn()}
    />,
  );
  const control = await screen.findByDisplayValue('RAID-1 mirror, 1 failure (ESA)');
  await userEvent.click(control);
  expect(screen.getByText('ESA: one tier of drives')).toBeInTheDocument();
  expect(screen.getByText('OSA: cache and capacity drives')).toBeInTheDocument();
  expect(screen.getAllByText('RAID-1 mirror, 1 failure')).toHaveLength(2);
});

it('finds a row by words in any order, in its label and its details', async () => {
  const drive = (model: string, rated_dwpd: number, interface_: string) => ({
    key: model.toLowerCase().replaceAll(' ', '-'),
    vendor: 'Maker',
    model,
    rated_dwpd,
    interface: interface_,
  });
  vi.mocked(readCatalogue).mockImplementation((() =>
    Promise.resolve({
      data: { rows: [drive('Fast 800GB', 3, 'NVMe'), drive('Slow 800GB', 1, 'SAS')] },
      response: new Response(),
    })) as never);
  renderInPage(
    <CataloguePicker
      id="drive"
      kind="drives"
      value={undefined}
      placeholder="none"
      clearable
      error={undefined}
      onChange={vi.fn()}
    />,
  );
  await userEvent.type(await screen.findByPlaceholderText('none'), 'nvme fast');
  expect(await screen.findByText('Maker Fast 800GB')).toBeInTheDocument();
  expect(screen.queryByText('Maker Slow 800GB')).not.toBeInTheDocument();
});
