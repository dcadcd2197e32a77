import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { deleteScenario, listScenarios, saveScenario } from '@/api/generated/sdk.gen';
import type { Plan } from '@/api/types';
import { editField } from '@/plan/plan-edits';
import { plan } from '@/test-fixtures/plan';

import { addScenarios, readScenarios } from './kept-scenarios';
import { useScenarios } from './use-scenarios';

vi.mock('@/api/generated/sdk.gen');

const KEY = 'plan.p';
const spares = (count: number) => editField(plan, '/policy/spare_hosts', count);

interface Kept {
  key: string;
  name: string;
  created_at: string;
  plan: Plan | null;
}

/** What the server keeps, and whether it can be reached. */
let server: Kept[];
let reachable: boolean;

const answer = (data: unknown) =>
  reachable
    ? { data, response: new Response(null, { status: 200 }) }
    : { error: undefined, response: undefined };

beforeEach(() => {
  localStorage.clear();
  [server, reachable] = [[], true];
  vi.mocked(listScenarios).mockImplementation((() => Promise.resolve(answer([...server]))) as never);
  vi.mocked(saveScenario).mockImplementation((({
    path: { key },
    body: { name, plan: sent },
  }: {
    path: { key: string };
    body: { name: string; plan: Plan };
  }) => {
    const kept = { key, name, created_at: '2026-11-27T08:00:00Z', plan: sent };
    if (reachable) server = [...server.filter((each) => each.key !== key), kept];
    return Promise.resolve(answer(kept));
  }) as never);
  vi.mocked(deleteScenario).mockImplementation((({ path: { key } }: { path: { key: string } }) => {
    if (reachable) server = server.filter((each) => each.key !== key);
    return Promise.resolve(answer(undefined));
  }) as never);
});
afterEach(() => vi.resetAllMocks());

function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { result } = renderHook(() => useScenarios(KEY, 'p'), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  return () => result.current;
}

const names = (now: ReturnType<typeof open>) => now().list.map((each) => each.name);

it('hands over once what an earlier version kept in this browser', async () => {
  addScenarios(KEY, [
    { name: 'two', plan: spares(2) },
    { name: 'three', plan: spares(3) },
  ]);
  const now = open();
  expect(names(now)).toEqual(['two', 'three']);
  await waitFor(() => expect(readScenarios(KEY)).toEqual([]));
  expect(server.map(({ name, plan: kept }) => [name, kept])).toEqual([
    ['two', spares(2)],
    ['three', spares(3)],
  ]);
  expect(names(now)).toEqual(['two', 'three']);
  expect(now().waiting).toBe(0);
  expect(names(open())).toEqual([]);
  expect(saveScenario).toHaveBeenCalledTimes(2);
});

it('loses nothing while the server cannot be reached, and hands it over later', async () => {
  addScenarios(KEY, [{ name: 'two', plan: spares(2) }]);
  const now = open();
  await waitFor(() => expect(now().waiting).toBe(1));
  reachable = false;
  act(() => now().pin(spares(5), 'five'));
  await waitFor(() => expect(now().error).not.toBeNull());
  expect(names(now)).toContain('five');
  expect(readScenarios(KEY).map((each) => each.name)).toContain('five');
  reachable = true;
  act(() => now().retry());
  await waitFor(() => expect(readScenarios(KEY)).toEqual([]));
  expect(server.map((each) => each.name)).toEqual(['two', 'five']);
});

it('renames and deletes with the plan, and says what it cannot read', async () => {
  server = [
    { key: 'a', name: 'two', created_at: '2026-11-27T08:00:00Z', plan: spares(2) },
    { key: 'b', name: 'of another version', created_at: '2026-11-27T08:00:00Z', plan: null },
  ];
  const now = open();
  await waitFor(() => expect(names(now)).toEqual(['two']));
  expect(now().unreadable).toMatchObject([{ id: 'b', name: 'of another version' }]);
  act(() => now().rename('a', 'Two spares'));
  await waitFor(() => expect(server.map((each) => each.name)).toContain('Two spares'));
  expect(names(now)).toEqual(['Two spares']);
  act(() => now().remove('a'));
  act(() => now().remove('b'));
  await waitFor(() => expect(server).toEqual([]));
  await waitFor(() => expect(now().list).toEqual([]));
  expect(now().unreadable).toEqual([]);
});

it('deletes for good what was deleted while it was handed over', async () => {
  const now = open();
  await waitFor(() => expect(now().place).toBe('server'));
  act(() => now().pin(spares(2), 'two'));
  const id = now().list[0]?.id ?? '';
  act(() => now().remove(id));
  await waitFor(() => expect(names(now)).toEqual([]));
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(server).toEqual([]);
  expect(readScenarios(KEY)).toEqual([]);
});
