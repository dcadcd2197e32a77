import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { Finding } from '@/api/types';
import { renderInPage } from '@/test-fixtures/render';

import { FindingsSection } from './findings-list';

const CONFIGURATIONS = [
  { key: 'nand', name: 'NAND' },
  { key: 'optane', name: 'Optane' },
];

const finding = (change: Partial<Finding>): Finding => ({
  code: 'overhead_assumed',
  severity: 'info',
  message: 'NAND: the overhead is assumed.',
  configuration: 'nand',
  quantity: 'hosts',
  pointer: null,
  ...change,
});

const shown = (findings: Finding[]) => {
  renderInPage(<FindingsSection findings={findings} configurations={CONFIGURATIONS} />);
  return screen.getAllByRole('listitem').map((each) => each.textContent);
};

describe('findings', () => {
  it('that say the same of several configurations are one row, which is counted once', () => {
    const rows = shown([
      finding({}),
      finding({ configuration: 'optane', message: 'Optane: the overhead is assumed.' }),
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain('NAND, Optane: The overhead is assumed.');
    expect(screen.getByText('1')).toBeInTheDocument();
    // What is behind it differs.
    expect(
      within(screen.getByRole('listitem')).getAllByRole('button', {
        name: /: The overhead is assumed\. Why\?$/,
      }),
    ).toHaveLength(2);
  });

  it('stay apart where they differ in a figure, in weight, or belong to none', () => {
    const rows = shown([
      finding({}),
      finding({ configuration: 'optane', message: 'Optane: the overhead is 5.' }),
      finding({ configuration: 'optane', message: 'Optane: the overhead is assumed.', severity: 'warning' }),
      finding({ configuration: null, message: 'Nothing is counted.' }),
    ]);
    expect(rows).toHaveLength(4);
    expect(rows[0]).toContain('Warning');
    expect(rows[1]).toContain('NAND: the overhead is assumed.');
  });
});
