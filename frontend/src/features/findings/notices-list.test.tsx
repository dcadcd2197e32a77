import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import type { Notice } from '@/api/types';
import { decision, line, notice, ofQuantity } from '@/test-fixtures/decision';
import { renderInPage } from '@/test-fixtures/render';

import { NoticesSection } from './notices-list';

const said = (configurations: string[], pointers: string[], ...parts: Notice['line']['text']['parts']) => ({
  text: { code: 'overhead', parts },
  configurations,
  pointers,
});

const show = (...notices: Notice[]) =>
  renderInPage(<NoticesSection title="Further findings" notices={notices} rows={decision.rows} />);

const shown = () => screen.getAllByRole('listitem').map((each) => each.textContent);

describe('notices', () => {
  it('are rows in the order of the decision, each with its kind, and are counted', () => {
    show(
      notice('one', line('one', 'The overhead is assumed.'), { severity: 'info', word: 'Note' }),
      notice('two', line('two', 'Drives wear out.')),
    );
    expect(shown()).toEqual(['NoteThe overhead is assumed.', 'WarningDrives wear out.']);
    expect(screen.getByRole('region', { name: 'Further findings' })).toHaveTextContent('2');
  });

  it('say once what is true of several configurations, with the marks of them', () => {
    show(
      notice('one', line('one', 'The overhead is assumed.'), {
        said: [said(['nand', 'optane'], [], 'The overhead is assumed.')],
      }),
    );
    expect(screen.getByRole('listitem')).toHaveTextContent('NAND, Optane: The overhead is assumed.');
  });

  it('have one change of one click, else the first field that they are about', async () => {
    const remedy = { label: 'Confirm it', edits: [{ pointer: '/workload/io_confirmed', value: true }] };
    const { actions } = show(
      notice('one', line('one', 'Check it.'), { remedy, said: [said([], ['/a'], 'Check it.')] }),
      notice('two', line('two', 'Give it.'), { said: [said(['nand', 'optane'], ['/b', '/c'], 'Give it.')] }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Confirm it' }));
    expect(actions.apply).toHaveBeenCalledExactlyOnceWith(remedy);
    await userEvent.click(screen.getByRole('button', { name: 'fix' }));
    expect(actions.focusField).toHaveBeenCalledExactlyOnceWith('/b');
  });

  it('show the sentences of other configurations when they are asked for', async () => {
    show(
      notice('one', line('one', 'It is 5.'), {
        said: [said(['nand'], [], 'It is 5.'), said(['optane'], [], 'It is 6.')],
      }),
    );
    expect(screen.queryByText(/It is 6/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '+ 1 more' }));
    expect(screen.getAllByRole('listitem').map((each) => each.textContent)[1]).toBe('Optane: It is 6.');
    await userEvent.click(screen.getByRole('button', { name: 'show fewer' }));
    expect(screen.queryByText(/It is 6/)).toBeNull();
  });

  it('open the explanation of a number in their sentence', async () => {
    const { actions } = show(
      notice('one', line('one', 'It is 5.'), {
        said: [said(['optane'], [], 'It is ', ofQuantity('optane', 'vm_overhead_gib', '5', 5), '.')],
      }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'vm overhead gib: 5. Why?' }));
    expect(actions.explain).toHaveBeenCalledExactlyOnceWith('optane', 'vm_overhead_gib', undefined);
  });

  it('are no section where there is none', () => {
    show();
    expect(screen.queryByRole('region')).toBeNull();
  });
});
