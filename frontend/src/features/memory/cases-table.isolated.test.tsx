import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';

import { listQuantities } from '@/api/generated/sdk.gen';
import { memoryReport } from '@/test-fixtures/memory';
import { plan } from '@/test-fixtures/plan';
import { renderInPage } from '@/test-fixtures/render';

import { CasesTable } from './cases-table';
import { ThresholdsTable } from './thresholds-table';
import { UsageTable } from './usage-table';

vi.mock('@/api/generated/sdk.gen');
vi.mocked(listQuantities).mockImplementation((() =>
  Promise.resolve({ data: [], response: new Response() })) as never);

describe('memory of the configurations', () => {
  it('tells the state of every case in words, and whether the policy accepts it', () => {
    renderInPage(<CasesTable report={memoryReport} place={0} />);
    const down = screen.getByTestId('state-1-optane');
    expect(down).toHaveTextContent('soft: balloons inflate');
    expect(down).toHaveTextContent('worse than the policy accepts');
    expect(screen.getByTestId('state-0-nand')).toHaveTextContent('within the policy');
  });

  it('asks why in the case that the number is of', async () => {
    const { actions } = renderInPage(<CasesTable report={memoryReport} place={0} />);
    await userEvent.click(within(screen.getByTestId('state-1-optane')).getByRole('button'));
    expect(actions.explain).toHaveBeenCalledWith('optane', 'memory_state_rank', 1);
  });

  it('shows the figures of the chosen case', () => {
    renderInPage(<UsageTable plan={plan} report={memoryReport} place={1} />);
    const cell = screen.getByTestId('quantity-ballooned_gib-nand');
    expect(cell).toHaveAttribute('data-value', '120');
    expect(cell).toHaveAttribute('data-down', '1');
  });

  it('leads to the hypervisor that is only assumed', async () => {
    const { actions } = renderInPage(<ThresholdsTable plan={plan} report={memoryReport} />);
    await userEvent.click(screen.getAllByRole('button', { name: 'choose the version' })[1] as HTMLElement);
    expect(actions.focusField).toHaveBeenCalledWith('/configurations/1/hypervisor');
  });
});
