import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import type { EstateChoices, EstateDrive, EstateDrives } from '@/api/types';
import { renderInPage } from '@/test-fixtures/render';

import { DrivesPart } from './drives-part';

const drive = (name: string, changes: Partial<EstateDrive> = {}): EstateDrive => ({
  name,
  host: '',
  device: '',
  model: '',
  kind: 'NVMe',
  capacity_gb: 960,
  used_share: 0.05,
  written_tb: 51.2,
  power_on_hours: 8760,
  tb_per_day: 0.14,
  drive_writes_per_day: 0.146,
  tbw_tb: { value: 1024, low: 853, high: 1280 },
  rated_tbw_tb: null,
  life_years: { value: 19, low: 15.7, high: 24 },
  warns: false,
  ...changes,
});

const shown = (rows: EstateDrive[], choices: EstateChoices = {}, changes: Partial<EstateDrives> = {}) => {
  const onChange = vi.fn<(choices: EstateChoices) => void>();
  const drives: EstateDrives = {
    drives: rows.length,
    with_writes: rows.length,
    written_tb: 51.2,
    tb_per_day: 0.14,
    vm_tb_per_day: 0.07,
    plan_tb_per_day: null,
    worn: 0,
    warn: 0,
    first: null,
    median_life_years: 19,
    median_is_lower_bound: false,
    hosts: [],
    rows,
    meaning: 'What wear counts.',
    sentence: 'What is written.',
    ...changes,
  };
  renderInPage(<DrivesPart drives={drives} choices={choices} onChange={onChange} />);
  return onChange;
};

const cells = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((each) => each.textContent));

describe('drives that exist', () => {
  it('have a figure, a lower bound, or none', () => {
    shown([
      drive('a.json', { host: 'esx01', device: '/dev/nvme0', model: 'ACME 1', warns: true }),
      drive('b.json', {
        used_share: 0,
        tbw_tb: { value: null, low: 5120, high: null },
        life_years: { value: null, low: 99, high: null },
      }),
      drive('c.json', { used_share: null, tb_per_day: null, tbw_tb: null, life_years: null }),
    ]);
    const figures = cells();
    expect(figures[0]).toEqual([
      'esx01 /dev/nvme0 ACME 1 warns',
      '960 GB',
      expect.stringMatching(/^5\s%$/),
      '0.14 TB',
      '1,020 TB',
      '19',
    ]);
    expect(figures[1]?.slice(4)).toEqual(['> 5,120 TB', '> 99']);
    expect(figures[2]?.slice(2)).toEqual(['\u2013', '\u2013', '\u2013', '\u2013']);
  });

  it('give their writes to VMs where somebody says so', () => {
    const onChange = shown([drive('a.json')], { name: 'A' });
    fireEvent.click(screen.getByRole('checkbox', { name: /0\.07 TB a day of all VMs/ }));
    expect(onChange).toHaveBeenLastCalledWith({ name: 'A', writes_of_drives: true });
    fireEvent.change(screen.getByLabelText(/Each byte is written/), { target: { value: '3' } });
    expect(onChange).toHaveBeenLastCalledWith({ name: 'A', drive_write_copies: 3 });
  });

  it('ask nothing where none says what is written to it', () => {
    shown([drive('a.json', { tb_per_day: null })], {}, { tb_per_day: null, vm_tb_per_day: null });
    expect(screen.queryByRole('form')).toBeNull();
  });
});
