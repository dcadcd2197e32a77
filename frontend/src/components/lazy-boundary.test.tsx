import { screen } from '@testing-library/react';
import { lazy } from 'react';
import { expect, test, vi } from 'vitest';

import { renderInPage } from '@/test-fixtures/render';

import { LazyBoundary } from './lazy-boundary';

const There = lazy(() => Promise.resolve({ default: () => <p>here</p> }));
const Gone = lazy(() => Promise.reject<{ default: () => null }>(new Error('This file is gone.')));

test('what is there takes its place', async () => {
  renderInPage(
    <LazyBoundary fallback={<p>soon</p>}>
      <There />
    </LazyBoundary>,
  );
  expect(await screen.findByText('here')).toBeVisible();
  expect(screen.queryByText('soon')).not.toBeInTheDocument();
});

test.each([false, true])('what is gone says so, and nothing else goes with it', async (over) => {
  // React says what it caught.
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  renderInPage(
    <>
      <p>a plan</p>
      <LazyBoundary over={over}>
        <Gone />
      </LazyBoundary>
    </>,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent(/could not be shown.*unsaved work is kept/);
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  expect(screen.getByText('a plan')).toBeVisible();
  said.mockRestore();
});
