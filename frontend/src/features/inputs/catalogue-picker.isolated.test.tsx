import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

import { readCatalogueTable } from '@/api/generated/sdk.gen';
import { renderInPage } from '@/test-fixtures/render';

import { CataloguePicker } from './catalogue-picker';

vi.mock('@/api/generated/sdk.gen');

it('finds a row by words in any order, in its label and its details; what no plan picks is not offered', async () => {
  const rows = [
    { key: 'se', picked_as: 'SE', name: 'Sweden', details: '25 g CO2e/kWh \u00b7 2025' },
    { key: 'pl', picked_as: 'PL', name: 'Poland', details: '600 g CO2e/kWh \u00b7 2025' },
    { key: 'rack', picked_as: null, name: 'Rack space in Sweden', details: '' },
  ];
  vi.mocked(readCatalogueTable).mockImplementation((() =>
    Promise.resolve({ data: { rows }, response: new Response() })) as never);
  const onChange = vi.fn<(key: string | undefined) => void>();
  renderInPage(
    <CataloguePicker
      id="country"
      kind="energy"
      value={undefined}
      placeholder="none"
      clearable
      error={undefined}
      onChange={onChange}
    />,
  );
  await userEvent.type(await screen.findByPlaceholderText('none'), '2025 swe');
  await userEvent.click(await screen.findByText('Sweden'));
  expect(onChange).toHaveBeenCalledWith('SE');
  expect(screen.queryByText('Poland')).not.toBeInTheDocument();
  expect(screen.queryByText('Rack space in Sweden')).not.toBeInTheDocument();
});
