import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { renderInPage } from '@/test-fixtures/render';

import { Plot } from './plot';

vi.mock('./library', () => {
  throw new Error('This file is gone.');
});

test('where the drawing cannot be loaded, its place says so', async () => {
  renderInPage(<Plot height={200}>{() => <p>drawn</p>}</Plot>);
  expect(await screen.findByRole('status')).toHaveTextContent(/could not be loaded.*in the table/);
  expect(screen.queryByText('drawn')).not.toBeInTheDocument();
});
