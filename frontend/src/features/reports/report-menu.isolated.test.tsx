import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { download } from '@/lib/download';
import { renderInPage } from '@/test-fixtures/render';

import type { MakeReport } from './queries';
import { ReportMenu } from './report-menu';

vi.mock('@/lib/download');
afterEach(() => vi.mocked(download).mockReset());

const content = new Blob(['x']);

async function choose(item: string, make: MakeReport) {
  renderInPage(<ReportMenu make={make} planFile={() => ({ name: 'plan.json', content })} />);
  await userEvent.click(screen.getByRole('button', { name: 'Report' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item, hidden: true }));
}

describe('the report menu', () => {
  it('saves what the server makes, under its name', async () => {
    const make = vi.fn<MakeReport>(() => Promise.resolve({ name: 'hostwise-x.pdf', content }));
    await choose('PDF', make);
    expect(make).toHaveBeenCalledWith({ format: 'pdf' }, expect.any(AbortSignal));
    await waitFor(() => expect(download).toHaveBeenCalledWith('hostwise-x.pdf', content));
  });

  it('can be told to give up', async () => {
    let signal: AbortSignal | undefined;
    await choose('CSV', (_, given) => {
      signal = given;
      return new Promise((_resolve, reject) => {
        given.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')));
      });
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(signal?.aborted).toBe(true);
    expect(screen.queryByText(/Making the/)).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(download).not.toHaveBeenCalled();
  });

  it('says what went wrong, and tries again', async () => {
    const make = vi
      .fn<MakeReport>()
      .mockRejectedValueOnce(new Error('No such thing.'))
      .mockResolvedValueOnce({ name: 'hostwise-x.md', content });
    await choose('Markdown', make);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The Markdown file could not be made. No such thing.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(download).toHaveBeenCalledWith('hostwise-x.md', content));
  });

  it('saves the plan without asking anybody', async () => {
    const make = vi.fn<MakeReport>();
    await choose('Plan (JSON)', make);
    expect(download).toHaveBeenCalledWith('plan.json', content);
    expect(make).not.toHaveBeenCalled();
  });
});
