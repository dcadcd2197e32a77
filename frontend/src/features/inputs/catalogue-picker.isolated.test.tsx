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
