import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { beforeEach, expect, it } from 'vitest';

import { scenariosName } from '@/plan/drafts';
import { editField } from '@/plan/plan-edits';
import { plan } from '@/test-fixtures/plan';

import { addScenarios, MOST_SCENARIOS, moveScenarios, pinnedAs, readScenarios } from './kept-scenarios';
import { useScenarios } from './use-scenarios';

beforeEach(() => localStorage.clear());

const spares = (count: number) => editField(plan, '/policy/spare_hosts', count);

/** The scenarios of a plan that is not saved. */
function opened(key: string) {
  const client = new QueryClient();
  return renderHook(() => useScenarios(key, null), {
    wrapper: ({ children }: { children: ReactNode }) =>
      createElement(QueryClientProvider, { client }, children),
  });
}

function pinning(key: string, count: number) {
  const view = opened(key);
  for (let each = 0; each < count; each += 1) act(() => view.result.current.pin(spares(each), 'spares'));
  return view.result;
}

it('keeps what is pinned under a name of its own, and no more than there is room for', () => {
  const scenarios = pinning('plan.1', MOST_SCENARIOS + 2);
  expect(scenarios.current.full).toBe(true);
  const kept = readScenarios('plan.1');
  expect(kept).toHaveLength(MOST_SCENARIOS);
  expect(kept.slice(0, 3).map((each) => each.name)).toEqual(['spares', 'spares (2)', 'spares (3)']);
  expect(readScenarios('plan.2')).toEqual([]);
});

it('reads those of an earlier version with current names', () => {
  const former = { ...plan, policy: { sizing_level: 0.9 } };
  localStorage.setItem(
    scenariosName('plan.1'),
    JSON.stringify([{ id: 'a', name: 'a', at: 1, plan: former }]),
  );
  expect(readScenarios('plan.1').map((each) => each.plan.policy)).toEqual([{ coverage_level: 0.9 }]);
});

it('renames and removes', () => {
  const scenarios = pinning('plan.1', 1);
  const id = scenarios.current.list[0]?.id ?? '';
  act(() => scenarios.current.rename(id, 'mine'));
  expect(readScenarios('plan.1')).toMatchObject([{ name: 'mine' }]);
  act(() => scenarios.current.remove(id));
  expect(readScenarios('plan.1')).toEqual([]);
});

it('knows a plan that is pinned already, whatever it is called', () => {
  const { list } = pinning('plan.1', 2).current;
  expect(pinnedAs({ ...spares(1), name: 'renamed' }, list)?.name).toBe('spares (2)');
  expect(pinnedAs(spares(5), list)).toBeUndefined();
});

it('goes along with a plan that is saved for the first time', () => {
  pinning('new', 2);
  moveScenarios('new', 'plan.1');
  expect(readScenarios('new')).toEqual([]);
  expect(readScenarios('plan.1')).toHaveLength(2);
});

it('takes all that a file brings, each under a name and a key of its own', () => {
  addScenarios('imported.1', [
    { name: 'spares', plan: spares(2) },
    { name: 'spares', plan: spares(3) },
  ]);
  const kept = readScenarios('imported.1');
  expect(kept.map(({ name }) => name)).toEqual(['spares', 'spares (2)']);
  expect(new Set(kept.map(({ id }) => id)).size).toBe(2);
  // Keys as the API takes them.
  for (const { id } of kept) expect(id).toMatch(/^[a-z0-9]+([._-][a-z0-9]+)*$/);
});

it('puts aside what cannot be read, and keeps the rest', () => {
  const later = { id: 'x', name: 'Later', at: 1, plan: { schema_version: 2 } };
  const text = JSON.stringify([{ ...later, plan }, later]);
  localStorage.setItem('hostwise.scenarios.plan.1', text);
  localStorage.setItem('hostwise.scenarios.plan.2', '{');
  const [one, two] = ['plan.1', 'plan.2'].map((key) => opened(key).result);
  expect(one?.current.list).toHaveLength(1);
  act(() => one?.current.pin(spares(3), 'spares'));
  expect(readScenarios('plan.1').map(({ name }) => name)).toEqual(['Later', 'spares']);
  expect([one?.current.aside, two?.current.aside]).toEqual([[text], ['{']]);
  act(() => one?.current.dropAside());
  expect(one?.current.aside).toEqual([]);
  expect(opened('plan.1').result.current.aside).toEqual([]);
});

it('loses none that another tab has pinned, renamed or removed', () => {
  const [one, two] = [pinning('plan.1', 1), pinning('plan.1', 0)];
  act(() => two.current.pin(spares(5), 'five'));
  const first = one.current.list[0]?.id ?? '';
  act(() => one.current.rename(first, 'mine'));
  expect(readScenarios('plan.1').map(({ name }) => name)).toEqual(['mine', 'five']);
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'hostwise.scenarios.plan.1' }));
  });
  expect(two.current.list).toEqual(one.current.list);
  act(() => two.current.remove(first));
  act(() => one.current.pin(spares(6), 'six'));
  expect(readScenarios('plan.1').map(({ name }) => name)).toEqual(['five', 'six']);
});
