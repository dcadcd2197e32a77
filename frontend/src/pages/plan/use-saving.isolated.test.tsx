import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { createPlan, duplicatePlan, readPlan, savePlan } from '@/api/generated/sdk.gen';
import { planQuery } from '@/api/plans';
import type { Plan } from '@/api/types';
import { editField } from '@/plan/plan-edits';
import { usePlanEditor } from '@/plan/use-plan-editor';
import { plan } from '@/test-fixtures/plan';

import { useSaving } from './use-saving';

vi.mock('@/api/generated/sdk.gen');
afterEach(() => vi.resetAllMocks());

const SPARES = '/policy/spare_hosts';
const HORIZON = '/economics/horizon_years';

interface Answer {
  data?: { id: string; revision: number; plan: Plan };
  status?: number;
}

/** The server's next answer, given when it is told to. */
function nextAnswer(operation: typeof savePlan | typeof createPlan | typeof duplicatePlan | typeof readPlan) {
  let give: (answer: Answer) => void = () => undefined;
  const answered = new Promise<unknown>((resolve) => {
    give = ({ data, status = 200 }) =>
      resolve({
        data,
        error: data ? undefined : { title: 'No', status, code: 'no', detail: 'The server says no.' },
        response: new Response(null, { status }),
      });
  });
  vi.mocked(operation).mockReturnValueOnce(answered as never);
  return (answer: Answer) =>
    act(async () => {
      give(answer);
      await answered;
    });
}

function open(id: string | null, revision: number | null) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const onCreated = vi.fn();
  const onDuplicated = vi.fn();
  const view = renderHook(
    () => {
      const editor = usePlanEditor('plan.1', { plan, revision }, () => undefined);
      return { editor, saving: useSaving(id, editor, onCreated, onDuplicated) };
    },
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    },
  );
  const now = () => view.result.current;
  return {
    client,
    onCreated,
    onDuplicated,
    now,
    type: (pointer: string, value: number) =>
      act(() => now().editor.edit(pointer, (before) => editField(before, pointer, value))),
    save: () => act(() => now().saving.save()),
    shown: () => [now().editor.plan.policy?.spare_hosts, now().editor.plan.economics?.horizon_years],
  };
}

describe('saving', () => {
  it('keeps what is edited meanwhile as unsaved work on the new revision', async () => {
    const page = open('1', 3);
    page.type(SPARES, 2);
    const answer = nextAnswer(savePlan);
    page.save();
    const sent = page.now().editor.plan;
    page.type(HORIZON, 7);
    await answer({ data: { id: '1', revision: 4, plan: sent } });
    await waitFor(() => expect(page.now().editor.base.revision).toBe(4));
    expect(savePlan).toHaveBeenCalledWith(
      expect.objectContaining({ path: { plan_id: '1' }, headers: { 'if-match': '"3"' }, body: sent }),
    );
    expect(page.now().editor.base.plan).toEqual(sent);
    expect(page.shown()).toEqual([2, 7]);
    expect(page.now().editor.changed).toBe(true);
    expect(page.client.getQueryData(planQuery('1').queryKey)).toMatchObject({ revision: 4, plan: sent });
    expect(page.onCreated).not.toHaveBeenCalled();
  });

  it('a plan that was never saved makes one, and goes there', async () => {
    const page = open(null, null);
    const answer = nextAnswer(createPlan);
    page.save();
    const saved = { id: 'new', revision: 1, plan };
    await answer({ data: saved });
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledWith(saved));
    expect(savePlan).not.toHaveBeenCalled();
  });

  it('for something else waits for that before it goes to the new plan', async () => {
    const page = open(null, null);
    const answer = nextAnswer(createPlan);
    const saved = { id: 'new', revision: 1, plan };
    let follow: () => void = () => undefined;
    const following = {
      saved: vi.fn(() => new Promise<void>((resolve) => (follow = resolve))),
      failed: vi.fn(),
    };
    act(() => page.now().saving.save(following));
    await answer({ data: saved });
    await waitFor(() => expect(following.saved).toHaveBeenCalledWith(saved));
    expect(page.onCreated).not.toHaveBeenCalled();
    expect(page.now().saving.busy).toBe(true);
    follow();
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledWith(saved));
    expect(following.failed).not.toHaveBeenCalled();
  });

  it('for something else that fails does not do it', async () => {
    const page = open('1', 3);
    const answer = nextAnswer(savePlan);
    const following = { saved: vi.fn(), failed: vi.fn() };
    act(() => page.now().saving.save(following));
    await answer({ status: 422 });
    await waitFor(() => expect(following.failed).toHaveBeenCalledTimes(1));
    expect(following.saved).not.toHaveBeenCalled();
  });

  it('that fails says why, until an edit may have cured it', async () => {
    const page = open('1', 3);
    const answer = nextAnswer(savePlan);
    page.save();
    await answer({ status: 422 });
    await waitFor(() => expect(page.now().saving.error?.message).toBe('The server says no.'));
    expect(page.now().saving.conflict).toBe(false);
    page.type(SPARES, 2);
    expect(page.now().saving.error).toBeNull();
  });
});

describe('a duplicate', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is of the plan as it is saved, and unsaved changes stay where they are', async () => {
    const page = open('1', 3);
    page.type(SPARES, 2);
    const answer = nextAnswer(duplicatePlan);
    act(() => page.now().saving.duplicate());
    await answer({ data: { id: 'copy', revision: 1, plan } });
    await waitFor(() => expect(page.onDuplicated).toHaveBeenCalledWith('copy'));
    expect(page.client.getQueryData(planQuery('copy').queryKey)).toMatchObject({ id: 'copy', plan });
    expect(page.shown()).toEqual([2, 5]);
    expect(page.now().editor.changed).toBe(true);
    expect(page.onCreated).not.toHaveBeenCalled();
  });

  it('is made also where the page is served without encryption, under a key that the server takes', async () => {
    // Browsers have no UUIDs there.
    vi.stubGlobal('crypto', {});
    const page = open('1', 3);
    const answer = nextAnswer(duplicatePlan);
    act(() => page.now().saving.duplicate());
    await answer({ data: { id: 'copy', revision: 1, plan } });
    await waitFor(() => expect(page.onDuplicated).toHaveBeenCalledWith('copy'));
    expect(vi.mocked(duplicatePlan).mock.calls[0]?.[0].headers?.['Idempotency-Key']).toMatch(
      /^[!-~]{8,200}$/,
    );
  });

  it('that is asked for again is the same one until there is one', async () => {
    const page = open('1', 3);
    const keyOf = (call: number) =>
      vi.mocked(duplicatePlan).mock.calls[call]?.[0].headers?.['Idempotency-Key'];
    const first = nextAnswer(duplicatePlan);
    act(() => page.now().saving.duplicate());
    await first({ status: 503 });
    await waitFor(() => expect(page.now().saving.error?.message).toBe('The server says no.'));
    const second = nextAnswer(duplicatePlan);
    act(() => page.now().saving.duplicate());
    await second({ data: { id: 'copy', revision: 1, plan } });
    await waitFor(() => expect(page.onDuplicated).toHaveBeenCalled());
    const third = nextAnswer(duplicatePlan);
    act(() => page.now().saving.duplicate());
    await third({ data: { id: 'copy2', revision: 1, plan } });
    await waitFor(() => expect(page.onDuplicated).toHaveBeenCalledTimes(2));
    expect(keyOf(0)).toBe(keyOf(1));
    expect(keyOf(2)).not.toBe(keyOf(1));
  });
});

describe('a conflict', () => {
  async function conflicting() {
    const page = open('1', 3);
    page.type(SPARES, 2);
    const answer = nextAnswer(savePlan);
    page.save();
    await answer({ status: 412 });
    await waitFor(() => expect(page.now().saving.conflict).toBe(true));
    return page;
  }

  it('is a choice and no error, and may be put off', async () => {
    const page = await conflicting();
    expect(page.now().saving.error).toBeNull();
    expect(page.shown()).toEqual([2, 5]);
    act(() => page.now().saving.dismiss());
    await waitFor(() => expect(page.now().saving.conflict).toBe(false));
    expect(page.now().editor.base.revision).toBe(3);
  });

  it('is solved by my changes on top of the newest revision', async () => {
    const page = await conflicting();
    const answer = nextAnswer(readPlan);
    act(() => page.now().saving.reapply());
    await answer({ data: { id: '1', revision: 8, plan: editField(plan, HORIZON, 6) } });
    await waitFor(() => expect(page.now().editor.base.revision).toBe(8));
    expect(page.shown()).toEqual([2, 6]);
    expect(page.now().editor.clash).toBeNull();
    await waitFor(() => expect(page.now().saving.conflict).toBe(false));
  });

  it('in one field keeps both values until somebody chooses', async () => {
    const page = await conflicting();
    const answer = nextAnswer(readPlan);
    act(() => page.now().saving.reapply());
    await answer({ data: { id: '1', revision: 8, plan: editField(plan, SPARES, 4) } });
    await waitFor(() => expect(page.now().editor.clash?.other.policy?.spare_hosts).toBe(4));
    expect(page.shown()).toEqual([2, 5]);
  });

  it('is avoided by a plan of its own, and leaves the old one as it was saved', async () => {
    const page = await conflicting();
    const answer = nextAnswer(createPlan);
    act(() => page.now().saving.saveAsNew());
    const saved = { id: 'copy', revision: 1, plan: editField(plan, SPARES, 2) };
    await answer({ data: saved });
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledWith(saved));
    expect(createPlan).toHaveBeenCalledWith({ body: saved.plan });
    expect(page.shown()).toEqual([1, 5]);
  });
});
