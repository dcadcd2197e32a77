import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

import type { Command } from '@/components/commands';
import { renderInPage } from '@/test-fixtures/render';

import Palette from './palette';

function open() {
  const onClose = vi.fn();
  const run = vi.fn();
  const command: Command = { id: 'save', kind: 'action', label: 'Save', run };
  renderInPage(<Palette opened commands={[command]} onClose={onClose} />);
  return { onClose, run };
}

it('Escape closes the palette, and does nothing else', async () => {
  const { onClose, run } = open();
  await userEvent.type(await screen.findByRole('combobox', { name: 'Go to' }), 'sa{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(run).not.toHaveBeenCalled();
});

it.each<[string, () => Promise<void>]>([
  ['a click on it', async () => userEvent.click(await screen.findByRole('option', { name: /Save/ }))],
  ['Enter', async () => userEvent.type(await screen.findByRole('combobox', { name: 'Go to' }), '{Enter}')],
])('%s does what is found, and closes the palette once', async (_, choose) => {
  const { onClose, run } = open();
  await choose();
  expect(run).toHaveBeenCalledTimes(1);
  expect(onClose).toHaveBeenCalledTimes(1);
});
