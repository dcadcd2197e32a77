import { QueryClient, QueryClientProvider, queryOptions } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { expect, test } from 'vitest';

import type { Plan } from '@/api/types';
import { plan } from '@/test-fixtures/plan';

import { useSettledAnswer } from './use-settled-answer';

interface Asked {
  name: string;
  signal: AbortSignal;
  answer: (text: string) => void;
  fail: (error: Error) => void;
}

/** The hook with a server that answers when it is told to, in any order. */
function asking() {
  const asked: Asked[] = [];
  const ask = (about: Plan) =>
    queryOptions({
      queryKey: ['answer', about],
      queryFn: ({ signal }) =>
        new Promise<string>((answer, fail) => {
          asked.push({ name: about.name, signal, answer, fail });
        }),
      staleTime: Infinity,
      retry: false,
    });
  const client = new QueryClient();
  const view = renderHook(({ name }) => useSettledAnswer({ ...plan, name }, ask), {
    initialProps: { name: 'a' },
    wrapper: ({ children }: { children: ReactNode }) =>
      createElement(QueryClientProvider, { client }, children),
  });
  return { asked, client, change: (name: string) => view.rerender({ name }), now: () => view.result.current };
}

const at = (asked: Asked[], place: number) => asked[place] as Asked;

test('a change asks at once and gives up what was on its way, so that one request at most is', async () => {
  const { asked, change } = asking();
  for (const name of ['b', 'c', 'd']) change(name);
  await waitFor(() => expect(asked.map((each) => each.name)).toEqual(['a', 'b', 'c', 'd']));
  expect(asked.map((each) => each.signal.aborted)).toEqual([true, true, true, false]);
});

test('the latest question wins, whatever arrives late', async () => {
  const { asked, change, now } = asking();
  act(() => at(asked, 0).answer('about a'));
  await waitFor(() => expect(now()).toMatchObject({ data: 'about a', stale: false }));
  change('b');
  expect(now()).toMatchObject({ data: 'about a', stale: true });
  change('c');
  act(() => at(asked, 2).answer('about c'));
  await waitFor(() => expect(now()).toMatchObject({ data: 'about c', stale: false }));
  act(() => at(asked, 1).answer('about b'));
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(now()).toMatchObject({ data: 'about c', stale: false });
});

test('while a question has no good answer the last one stays, marked as old', async () => {
  const { asked, change, now } = asking();
  act(() => at(asked, 0).answer('about a'));
  await waitFor(() => expect(now().stale).toBe(false));
  change('b');
  act(() => at(asked, 1).fail(new Error('no')));
  await waitFor(() => expect(now().error?.message).toBe('no'));
  expect(now()).toMatchObject({ data: 'about a', stale: true });
});

test('a change taken back at once is answered without asking again', async () => {
  const { asked, change, now } = asking();
  act(() => at(asked, 0).answer('about a'));
  await waitFor(() => expect(now().stale).toBe(false));
  change('b');
  change('a');
  expect(now()).toMatchObject({ data: 'about a', stale: false });
  expect(asked.map((each) => each.name)).toEqual(['a', 'b']);
});
