import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';

import { result } from '@/test-fixtures/plan';
import { renderInPage } from '@/test-fixtures/render';

import { ComparisonCards } from './comparison-cards';
import { ComparisonTable } from './comparison-table';

describe.each([
  ['table', ComparisonTable],
  ['cards', ComparisonCards],
])('the comparison as %s', (_, View) => {
  it('carries the full value of the API on every cell', () => {
    renderInPage(<View result={result} onReference={vi.fn()} />);
    expect(screen.getByTestId('cell-cluster_tco-nand')).toHaveAttribute('data-value', '239442.4');
    expect(screen.getByTestId('cell-hosts-optane')).toHaveAttribute('data-value', '4');
  });

  it('marks the best by more than colour', () => {
    renderInPage(<View result={result} onReference={vi.fn()} />);
    expect(within(screen.getByTestId('cell-hosts-optane')).getByText('best')).toBeInTheDocument();
    expect(within(screen.getByTestId('cell-hosts-nand')).queryByText('best')).not.toBeInTheDocument();
  });

  it('asks why when a number is pressed', async () => {
    const { actions } = renderInPage(<View result={result} onReference={vi.fn()} />);
    await userEvent.click(screen.getByRole('button', { name: /^hosts, NAND: 7 hosts/ }));
    expect(actions.explain).toHaveBeenCalledWith('nand', 'hosts', undefined);
  });

  it('has a button in every cell that asks for the explanation of its row', async () => {
    const { actions } = renderInPage(<View result={result} onReference={vi.fn()} />);
    for (const { key, quantity, cells } of result.rows) {
      for (const { configuration, failed_hosts: failed } of cells) {
        const cell = within(screen.getByTestId(`cell-${key}-${configuration}`));
        await userEvent.click(cell.getByRole('button', { name: /Why\?$/ }));
        expect(actions.explain).toHaveBeenLastCalledWith(configuration, quantity, failed);
      }
    }
    const cells = result.rows.flatMap((row) => row.cells);
    expect(actions.explain).toHaveBeenCalledTimes(cells.length);
    // Numbers, and what is written in place of one.
    const states = new Set(cells.map((cell) => cell.value.state));
    expect(states).toEqual(new Set(['evaluated', 'infinite', 'not_evaluated']));
    expect(result.rows.some((row) => (row.failed_hosts ?? 0) > 0)).toBe(true);
  });

  it('writes words in place of a number, and asks why in the case of the cell', async () => {
    const { actions } = renderInPage(<View result={result} onReference={vi.fn()} />);
    const cell = screen.getByTestId('cell-memory_state_rank-spares-down-nand');
    expect(cell).toHaveAttribute('data-value', '2');
    expect(cell).toHaveTextContent('soft: balloons inflate');
    await userEvent.click(within(cell).getByRole('button'));
    expect(actions.explain).toHaveBeenCalledWith('nand', 'memory_state_rank', 1);
  });

  it('says which field would cure what is not evaluated, and leads there', async () => {
    const { actions } = renderInPage(<View result={result} onReference={vi.fn()} />);
    const cell = screen.getByTestId('cell-years_to_wear_out-nand');
    expect(cell).toHaveAttribute('data-value', '');
    expect(cell).toHaveTextContent('not evaluated');
    await userEvent.click(within(cell).getByRole('button', { name: 'label of /workload/groups/0/io_kib' }));
    expect(actions.focusField).toHaveBeenCalledWith('/workload/groups/0/io_kib');
  });

  it('shows the difference to the reference only beside the others', () => {
    renderInPage(<View result={result} onReference={vi.fn()} />);
    expect(screen.getByTestId('cell-hosts-optane')).toHaveTextContent('\u22123');
    expect(screen.getByTestId('cell-cluster_tco-optane')).toHaveTextContent('\u221237.9 %');
  });

  it('takes another configuration as the reference', async () => {
    const onReference = vi.fn();
    renderInPage(<View result={result} onReference={onReference} />);
    await userEvent.click(screen.getByRole('button', { name: 'Set Optane as reference' }));
    expect(onReference).toHaveBeenCalledWith('optane');
  });
});
