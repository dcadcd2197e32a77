import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';

import { editField } from '@/lib/plan-edits';
import { plan } from '@/test-fixtures/plan';

import { MOST_SCENARIOS, moveScenarios, pinnedAs, readScenarios } from './kept-scenarios';
import { useScenarios } from './use-scenarios';

beforeEach(() => localStorage.clear());

const spares = (count: number) => editField(plan, '/policy/spare_hosts', count);

function pinning(key: string, count: number) {
  const view = renderHook(() => useScenarios(key));
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

it('is nothing where what was kept cannot be read', () => {
  localStorage.setItem('hostwise.scenarios.plan.1', '{');
  expect(readScenarios('plan.1')).toEqual([]);
});
