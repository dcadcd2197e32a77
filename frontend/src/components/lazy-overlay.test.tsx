import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { lazyOverlay } from './lazy-overlay';

test('what opens is loaded with the first opening, and is closed before it is opened', async () => {
  const seen: boolean[] = [];
  function Part({ opened }: { opened: boolean }) {
    seen.push(opened);
    return <p>{opened ? 'open' : 'closed'}</p>;
  }
  const load = vi.fn(() => Promise.resolve(Part));
  const Opens = lazyOverlay(load);
  const { rerender } = render(<Opens opened={false} />);
  expect(load).not.toHaveBeenCalled();
  rerender(<Opens opened />);
  expect(await screen.findByText('open')).toBeInTheDocument();
  expect(seen[0]).toBe(false);
  rerender(<Opens opened={false} />);
  expect(screen.getByText('closed')).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(1);
});
