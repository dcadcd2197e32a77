import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';

import { questionHash } from '@/api/caching';
import { client } from '@/api/generated/client.gen';
import type { Decision, Plan, Result } from '@/api/types';
import { plan } from '@/test-fixtures/plan';

import { useDecision } from './use-decision';

const decision = (label: string) => ({ label, reference: 'a' }) as Decision;
const result = { plan_hash: 'this', reference: 'a', decision: decision('as sized') } as Result;

afterEach(() => vi.unstubAllGlobals());
// Addresses here are below no page.
beforeAll(() => client.setConfig({ baseUrl: 'http://localhost' }));
afterAll(() => client.setConfig({ baseUrl: '' }));

/** The hook, and a server that answers with few or all simulations when it is told to. */
function deciding(of: Plan = plan) {
  const waiting = new Map<string, (response: Response) => void>();
  vi.stubGlobal(
    'fetch',
    (request: Request) =>
      new Promise<Response>((answer) =>
        waiting.set(new URL(request.url).search === '' ? 'all' : 'few', answer),
      ),
  );
  const cache = new QueryClient({
    defaultOptions: { queries: { queryKeyHashFn: questionHash, retry: false } },
  });
  const view = renderHook(
    (props: { result: Result }) => useDecision(of, props.result, { reference: undefined }),
    {
      initialProps: { result },
      wrapper: ({ children }: { children: ReactNode }) =>
        createElement(QueryClientProvider, { client: cache }, children),
    },
  );
  const answer = async (which: 'few' | 'all', label: string, hash = 'this') => {
    await waitFor(() => expect(waiting.has(which)).toBe(true));
    waiting.get(which)?.(Response.json({ plan_hash: hash, decision: decision(label) }));
  };
  return { answer, waiting, now: () => view.result.current };
}

it('shows what is sized, then a first picture while all simulations are still to come, then these', async () => {
  const { answer, now } = deciding();
  expect(now()).toMatchObject({ decision: { label: 'as sized' }, pending: true });
  await answer('few', 'first picture');
  await waitFor(() => expect(now().decision?.label).toBe('first picture'));
  expect(now().pending).toBe(true);
  await answer('all', 'all simulations');
  await waitFor(() => expect(now().decision?.label).toBe('all simulations'));
  expect(now().pending).toBe(false);
});

it('prefers all simulations, whatever comes first', async () => {
  const { answer, now } = deciding();
  await answer('all', 'all simulations');
  await waitFor(() => expect(now().pending).toBe(false));
  await answer('few', 'first picture');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(now().decision?.label).toBe('all simulations');
});

it('decides nothing about this plan by simulations of another one', async () => {
  const { answer, now } = deciding();
  await answer('few', 'of another plan', 'other');
  await waitFor(() => expect(now().uncertainty?.plan_hash).toBe('other'));
  expect(now().decision?.label).toBe('as sized');
});

it('asks for no first picture of a plan of which few simulations take long, too', async () => {
  const groups = Array.from({ length: 601 }).flatMap(() => plan.workload.groups);
  const { answer, waiting, now } = deciding({ ...plan, workload: { ...plan.workload, groups } });
  await answer('all', 'all simulations');
  await waitFor(() => expect(now().decision?.label).toBe('all simulations'));
  expect([...waiting.keys()]).toEqual(['all']);
});
