import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import type { BillOfMaterials as Answer, ConfigurationBillOfMaterials, Material } from '@/api/types';
import { renderInPage } from '@/test-fixtures/render';

import { BillOfMaterials } from './materials-section';

const LINE: Material = {
  kind: 'chassis',
  label: 'Chassis',
  cost_part: 'servers',
  detail: '',
  unit: 'pieces',
  per_host: 1,
  hosts: 10,
  quantity: 10,
  unit_price: 3500,
  amount: 35_000,
  status: 'indicative',
  date: '2026-11',
  source: 'a-class',
  is_old: false,
};
const MODULE: Material = {
  ...LINE,
  kind: 'memory',
  label: 'Memory module',
  name: 'DDR5',
  detail: '64 GiB each',
  per_host: 16,
  quantity: 160,
  unit_price: 2284.8,
  amount: 365_568,
  status: 'catalogue',
  date: '2022-08-14',
  is_old: true,
  age_months: 51,
  pointer: '/configurations/0/memory/module',
};
const ROUNDING: Material = {
  ...MODULE,
  kind: 'rounding',
  label: 'Rounding of modules',
  per_host: null,
  quantity: null,
  unit_price: null,
  amount: -1200,
};
const UNPRICED: Material = {
  ...LINE,
  label: 'Processor',
  unit_price: null,
  amount: null,
  status: 'missing',
  date: null,
  source: null,
};
const LICENCE: Material = {
  ...LINE,
  kind: 'licence',
  label: 'Licence of hosts',
  unit: 'cores',
  per_host: null,
  hosts: null,
};

const NAND: ConfigurationBillOfMaterials = {
  key: 'nand',
  name: 'NAND',
  hosts: { value: 10, state: 'evaluated' },
  sections: [
    {
      key: 'hardware',
      label: 'Hardware',
      lines: [LINE, MODULE, ROUNDING, UNPRICED],
      total: { amount: 399_368, is_lower_bound: true, missing: ['/configurations/0/cpu/price'] },
    },
    {
      key: 'licences_by_year',
      label: 'Licences, by the year',
      lines: [LICENCE],
      total: { amount: 35_000, is_lower_bound: false, missing: [] },
    },
  ],
  csv: 'configuration,item\r\nnand,Chassis\r\n',
};
const UNKNOWN: Material = { ...LINE, hosts: null, quantity: null, amount: null };
const OPTANE: ConfigurationBillOfMaterials = {
  key: 'optane',
  name: 'Optane',
  hosts: { value: null, state: 'infeasible' },
  sections: [
    {
      key: 'hardware',
      label: 'Hardware',
      lines: [UNKNOWN],
      total: { amount: null, is_lower_bound: true, missing: [] },
    },
  ],
  csv: 'configuration,item\r\noptane,Chassis\r\n',
};
const MATERIALS: Answer = {
  plan_hash: '0',
  engine_version: '0',
  catalogue_version: '0',
  plan_name: 'Test plan',
  currency: 'EUR',
  priced_on: '2026-11',
  configurations: [NAND, OPTANE],
};

const cells = (testId: string) =>
  within(screen.getByTestId(testId))
    .getAllByRole('cell')
    .map((each) => each.textContent);

describe('the bill of materials', () => {
  it('shows quantities and prices with all their digits, and how old a price is', async () => {
    const { actions } = renderInPage(<BillOfMaterials materials={MATERIALS} />);
    expect(screen.getByTestId('materials-hosts')).toHaveTextContent('10 hosts');
    expect(cells('material-hardware-0')).toEqual([
      '1',
      '10',
      '3,500',
      '35,000',
      'estimate',
      '2026-11',
      'a-class',
    ]);
    expect(cells('material-hardware-1').slice(0, 4)).toEqual(['16', '160', '2,284.8', '365,568']);
    const module = screen.getByTestId('material-hardware-1');
    expect(module).toHaveTextContent('DDR5; 64 GiB each');
    expect(module).toHaveTextContent('old: 51 months');
    await userEvent.click(within(module).getByRole('button', { name: 'Memory module' }));
    expect(actions.focusField).toHaveBeenCalledWith('/configurations/0/memory/module');
  });

  it('says what is missing, and that the sum is a lower bound', () => {
    renderInPage(<BillOfMaterials materials={MATERIALS} />);
    expect(cells('material-hardware-3').slice(1, 5)).toEqual(['10', 'missing', 'missing', 'missing']);
    expect(screen.getByTestId('materials-total-hardware')).toHaveTextContent('Total, at least399,368');
    expect(screen.getByTestId('materials-total-licences_by_year')).toHaveTextContent(/^Total35,000$/);
  });

  it('shows the difference of rounding without a quantity, and cores as cores', () => {
    renderInPage(<BillOfMaterials materials={MATERIALS} />);
    expect(cells('material-hardware-2').slice(0, 4)).toEqual(['', '', '', '\u22121,200']);
    expect(cells('material-licences_by_year-0').slice(0, 2)).toEqual(['', '10 cores']);
  });

  it('shows another configuration, of which the hosts are unknown', async () => {
    renderInPage(<BillOfMaterials materials={MATERIALS} />);
    await userEvent.selectOptions(screen.getByLabelText('Configuration'), 'Optane');
    expect(screen.getByTestId('materials-hosts')).toHaveTextContent('hosts: not feasible');
    expect(cells('material-hardware-0').slice(1, 4)).toEqual(['unknown', '3,500', 'unknown']);
    expect(screen.getByTestId('materials-total-hardware')).toHaveTextContent(/^Totalunknown$/);
  });

  it('copies the lines of the chosen configuration as CSV', async () => {
    const user = userEvent.setup();
    renderInPage(<BillOfMaterials materials={MATERIALS} />);
    await user.selectOptions(screen.getByLabelText('Configuration'), 'Optane');
    await user.click(screen.getByRole('button', { name: 'Copy as CSV' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe(OPTANE.csv);
  });
});
