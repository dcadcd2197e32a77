import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

import { createShare, listShares } from '@/api/generated/sdk.gen';
import type { SavedPlan } from '@/api/types';
import { plan } from '@/test-fixtures/plan';
import { renderInPage } from '@/test-fixtures/render';

import { ShareDialog, type ShareDialogProps } from './share-dialog';

vi.mock('@/api/generated/sdk.gen');

/** As the server answers with a status. */
const answered = (status: number, answer: { data: unknown } | { error: unknown }) =>
  ({ ...answer, response: new Response(null, { status }) }) as never;

const LINK = { id: 'a', token: 'hws_x', anonymised: false };

function open(props: Partial<ShareDialogProps>, answer: never = answered(201, { data: LINK })) {
  vi.mocked(listShares).mockResolvedValue(answered(200, { data: [] }));
  vi.mocked(createShare).mockReset().mockResolvedValue(answer);
  renderInPage(
    <ShareDialog
      opened
      onClose={() => undefined}
      id="1"
      revision={2}
      changed={false}
      saving={false}
      onSave={() => undefined}
      {...props}
    />,
  );
}

const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

it('a link is made to the revision that is saved', async () => {
  open({});
  await click('Create link');
  expect(await screen.findByLabelText('New link')).toHaveDisplayValue(/\/shared\/hws_x$/);
  expect(createShare).toHaveBeenCalledWith(
    expect.objectContaining({
      path: { plan_id: '1' },
      body: {
        anonymised: false,
        keep_host_models: false,
        show_scenarios: false,
        expires_in_days: 30,
        revision: 2,
        show_changes: true,
      },
    }),
  );
  expect(screen.queryByRole('button', { name: 'Save and create link' })).not.toBeInTheDocument();
});

it('a plan that was changed is saved first, and the link is to what was saved', async () => {
  const saved: SavedPlan = {
    id: '1',
    revision: 3,
    head_revision: 3,
    plan,
    plan_hash: '0',
    created_at: '2026-11-27T00:00:00Z',
    updated_at: '2026-11-27T00:00:00Z',
  };
  const onSave = vi.fn<ShareDialogProps['onSave']>((following) => void following.saved(saved));
  open({ changed: true, onSave });
  await click('Save and create link');
  expect(await screen.findByLabelText('New link')).toHaveDisplayValue(/\/shared\/hws_x$/);
  const [asked] = vi.mocked(createShare).mock.calls.map(([options]) => options.body.revision);
  expect(asked).toBe(3);
});

it('why there is no link is said', async () => {
  const error = {
    title: 'Too many links',
    status: 409,
    code: 'too_many_shares',
    detail: 'Revoke one first.',
  };
  open({}, answered(409, { error }));
  await click('Create link');
  expect(await screen.findByRole('alert')).toHaveTextContent('Revoke one first.');
  expect(screen.queryByLabelText('New link')).not.toBeInTheDocument();
});
