import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import type { ChartWords } from '@/api/types';
import { renderInPage } from '@/test-fixtures/render';

import { ChartFrame } from './chart-frame';

const table = { columns: ['Year', 'A'], rows: [{ label: '1', cells: ['10'] }] };

const share = {
  name: 'share',
  text: '48 %',
  value: 0.48,
  why: { configuration: 'a', quantity: 'licence_cost' as const, failed_hosts: 0 },
  note: null,
};

const words: ChartWords = {
  key: 'cost_parts',
  title: { code: 'largest_part', parts: ['Licences are ', share, ' of the cost'] },
  alike: { code: 'same_line', parts: ['Both follow the same line.'] },
  lines: [['a', 'b']],
};

const frame = (more: Partial<{ words: ChartWords }>) =>
  renderInPage(
    <ChartFrame title="Cost by category" description="USD, computed" table={table} {...more}>
      drawing
    </ChartFrame>,
  );

describe('a chart with a finding', () => {
  it('has it as its title, and says below what is drawn and which lines are one', async () => {
    const { actions } = frame({ words });
    const figure = within(screen.getByRole('figure', { name: 'Cost by category' }));
    expect(figure.getByRole('heading')).toHaveTextContent('Licences are 48 % of the cost');
    expect(figure.getByText('Cost by category. USD, computed')).toBeVisible();
    expect(figure.getByText('Both follow the same line.')).toBeVisible();
    expect(figure.getByRole('img')).toHaveAccessibleName(
      'Licences are 48 % of the cost. Cost by category. USD, computed. Both follow the same line. The table has the numbers',
    );
    await userEvent.click(figure.getByRole('button', { name: 'share: 48 %. Why?' }));
    expect(actions.explain).toHaveBeenCalledWith('a', 'licence_cost', undefined);
  });

  it('is saved from a menu that adds no tab stop', () => {
    frame({ words });
    expect(screen.getByRole('button', { name: 'Cost by category: save chart' })).toHaveAttribute(
      'aria-expanded',
      'false',
    );
    expect(screen.getAllByRole('button').filter((each) => each.tabIndex === 0)).toHaveLength(1);
  });

  it('shows its figures as a table', async () => {
    frame({ words });
    await userEvent.click(screen.getByRole('button', { name: 'Cost by category: show as table' }));
    expect(screen.getByRole('row', { name: '1 10' })).toBeVisible();
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
  });
});

it.each([
  ['the words of the server', { ...words, title: { code: 'plain', parts: ['Where the money goes'] } }],
  ['its name', undefined],
])('where nothing is found the title is %s', (_, given) => {
  frame(given ? { words: given } : {});
  expect(screen.getByRole('heading')).toHaveTextContent(given ? 'Where the money goes' : 'Cost by category');
  expect(screen.getByText('USD, computed')).toBeVisible();
});
