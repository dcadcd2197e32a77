import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';

import { listRevisions, readPlan } from '@/api/generated/sdk.gen';
import { plan } from '@/test-fixtures/plan';
import { renderInPage } from '@/test-fixtures/render';

import { RevisionsPanel } from './revisions-panel';

vi.mock('@/api/generated/sdk.gen');
afterEach(() => vi.resetAllMocks());

const answered = (data: unknown) => Promise.resolve({ data, response: new Response(null, { status: 200 }) });

const revision = (number: number, more: object = {}) => ({
  number,
  plan_hash: 'x',
  created_at: '2026-11-27T08:00:00Z',
  name: 'Berlin',
  currency: 'EUR',
  configurations: [
    { key: 'a', name: 'First', feasible: true, hosts: 12, cost: 2_800_000, life_years: null },
    { key: 'b', name: 'Second', feasible: false, hosts: null, cost: null, life_years: null },
  ],
  ...more,
});

function show(items: object[], next: number | null = null) {
  vi.mocked(listRevisions).mockImplementation((({ query }: { query: { before?: number } }) =>
    answered(query.before === undefined ? { items, next } : { items: [revision(1)], next: null })) as never);
  vi.mocked(readPlan).mockImplementation((() => answered({ id: 'p', revision: 2, plan })) as never);
  const onRestore = vi.fn();
  const differences = vi.fn((_: unknown, render: (lines: readonly string[]) => React.ReactNode) =>
    render(['Spare hosts 2 \u2192 1']),
  );
  renderInPage(
    <RevisionsPanel
      id="p"
      newest={3}
      current={3}
      changed={false}
      differences={differences as never}
      onRestore={onRestore}
    />,
  );
  return onRestore;
}

const entry = async (number: number) =>
  within(await screen.findByRole('listitem', { name: `Revision ${String(number)}` }));

it('says of each revision what it was answered, and leads back to it', async () => {
  const onRestore = show([revision(3), revision(2, { name: 'Bremen' })]);
  const newest = await entry(3);
  expect(newest.getByText('on this page')).toBeInTheDocument();
  expect(newest.getByText('renamed to Berlin')).toBeInTheDocument();
  expect(newest.getByText(/^12 hosts, 2.8.*M EUR$/)).toBeInTheDocument();
  expect(newest.getByText('cannot be built')).toBeInTheDocument();
  expect(newest.queryByRole('button')).not.toBeInTheDocument();
  const before = await entry(2);
  await userEvent.click(before.getByRole('button', { name: 'Differences of revision 2' }));
  expect(await before.findByText('Spare hosts 2 \u2192 1')).toBeInTheDocument();
  expect(readPlan).toHaveBeenCalledWith(expect.objectContaining({ query: { revision: 2 } }));
  await userEvent.click(before.getByRole('button', { name: 'Restore revision 2' }));
  expect(onRestore).toHaveBeenCalledWith(2, plan);
});

it('shows older ones when they are asked for, also those without figures', async () => {
  show([revision(3), revision(2, { configurations: null })], 2);
  expect((await entry(2)).getByText('Its figures were not kept.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Show older ones' }));
  expect(await entry(1)).toBeDefined();
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Show older ones' })).not.toBeInTheDocument(),
  );
});
