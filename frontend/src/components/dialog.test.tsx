import { Select } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

import { renderInPage } from '@/test-fixtures/render';

import { Dialog } from './dialog';
import { SidePanel } from './side-panel';

const INSIDE = (
  <>
    <textarea aria-label="Text" />
    <Select label="Choice" data={['one', 'two']} />
  </>
);

const OVERLAYS = {
  dialog: (onClose: () => void) => (
    <Dialog opened title="Question" actions={null} onClose={onClose}>
      {INSIDE}
    </Dialog>
  ),
  'side panel': (onClose: () => void) => (
    <SidePanel opened title="Panel" side="left" size={400} onClose={onClose}>
      {INSIDE}
    </SidePanel>
  ),
};

it.each(Object.entries(OVERLAYS))('Escape closes a %s, also from a field in it', async (_, overlay) => {
  const onClose = vi.fn();
  renderInPage(overlay(onClose));
  await userEvent.type(await screen.findByLabelText('Text'), 'x{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
});

it.each(Object.entries(OVERLAYS))('in a %s, Escape closes an open list first', async (_, overlay) => {
  const onClose = vi.fn();
  renderInPage(overlay(onClose));
  const choice = await screen.findByRole('combobox', { name: 'Choice' });
  await userEvent.click(choice);
  await waitFor(() => expect(choice).toHaveAttribute('aria-expanded', 'true'));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(choice).toHaveAttribute('aria-expanded', 'false'));
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
});
