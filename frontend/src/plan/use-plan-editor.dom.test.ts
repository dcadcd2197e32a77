import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Plan } from '@/api/types';
import { plan } from '@/test-fixtures/plan';

import { draftName, readDraft } from './drafts';
import { editField } from './plan-edits';
import { asideTexts } from '@/lib/storage';
import { usePlanEditor } from './use-plan-editor';

const KEY = 'plan.1';
const SPARES = '/policy/spare_hosts';
const HORIZON = '/economics/horizon_years';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function openTab(base: Plan = plan, revision = 1) {
  const view = renderHook(() => usePlanEditor(KEY, { plan: base, revision }, () => undefined));
  return {
    ...view,
    now: () => view.result.current,
    type: (pointer: string, value: number) =>
      act(() => view.result.current.edit(pointer, (before) => editField(before, pointer, value))),
  };
}

const pass = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
const pause = () => pass(300);
const happen = (event: Event, where: EventTarget = window) =>
  act(() => {
    where.dispatchEvent(event);
  });
/** What a browser tells all tabs but the one that wrote. */
const told = () => happen(new StorageEvent('storage', { key: draftName(KEY) }));
const hidden = () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  happen(new Event('visibilitychange'), document);
};
const kept = () => {
  const draft = readDraft(KEY);
  return draft && [draft.plan.policy?.spare_hosts, draft.plan.economics?.horizon_years];
};
const shown = (tab: ReturnType<typeof openTab>) => {
  const { policy, economics } = tab.now().plan;
  return [policy?.spare_hosts, economics?.horizon_years];
};

describe('unsaved work', () => {
  it('is written once for what is typed in one go, and goes with the last change', () => {
    const tab = openTab();
    const writing = vi.spyOn(Storage.prototype, 'setItem');
    tab.type(SPARES, 2);
    tab.type(SPARES, 3);
    expect(kept()).toBeNull();
    pause();
    expect(kept()).toEqual([3, 5]);
    expect(writing).toHaveBeenCalledTimes(1);
    tab.type(SPARES, 1);
    pause();
    expect(kept()).toBeNull();
  });

  it.each<[string, (tab: ReturnType<typeof openTab>) => void]>([
    ['is hidden', hidden],
    ['is left', () => happen(new PageTransitionEvent('pagehide'))],
    ['is replaced by another page', (tab) => tab.unmount()],
  ])('is kept at once when the page %s', (_, happens) => {
    const tab = openTab();
    tab.type(SPARES, 4);
    happens(tab);
    expect(kept()).toEqual([4, 5]);
  });

  it('that is saved or discarded is forgotten at once', () => {
    const tab = openTab();
    tab.type(SPARES, 4);
    pause();
    act(() => tab.now().saved({ plan: tab.now().plan, revision: 2 }));
    expect(kept()).toBeNull();
  });

  it('that finds no room says so until there is room again', () => {
    const tab = openTab();
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    tab.type(SPARES, 4);
    pause();
    expect(tab.now().keeping.unkept).toBe('full');
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    full.mockRestore();
    // Another tab has made room.
    happen(new StorageEvent('storage', { key: 'something else' }));
    pause();
    expect(tab.now().keeping.unkept).toBeNull();
    expect(kept()).toEqual([4, 5]);
  });
});

describe('unsaved work that this version cannot read', () => {
  const other = JSON.stringify({ base: { revision: 1 }, plan: { name: 'Later', schema_version: 2 }, at: 1 });

  it('is put aside on opening, and survives what is typed next', () => {
    localStorage.setItem(draftName(KEY), other);
    const tab = openTab();
    expect(tab.now().plan).toEqual(plan);
    expect(tab.now().keeping.aside).toEqual([other]);
    tab.type(SPARES, 4);
    pause();
    expect(kept()).toEqual([4, 5]);
    expect(asideTexts(draftName(KEY))).toEqual([other]);
    act(() => tab.now().keeping.dropAside());
    expect(tab.now().keeping.aside).toEqual([]);
    expect(asideTexts(draftName(KEY))).toEqual([]);
  });

  it('is put aside also when another tab writes it meanwhile', () => {
    const tab = openTab();
    tab.type(SPARES, 4);
    localStorage.setItem(draftName(KEY), other);
    pause();
    expect(kept()).toEqual([4, 5]);
    expect(tab.now().keeping.aside).toEqual([other]);
  });
});

describe('two tabs of one plan', () => {
  it('go along with each other', () => {
    const [one, two] = [openTab(), openTab()];
    one.type(SPARES, 3);
    pause();
    told();
    expect(shown(two)).toEqual([3, 5]);
    expect([one, two].map((tab) => tab.now().keeping.elsewhere)).toEqual([null, 'changed']);
    two.type(HORIZON, 7);
    pause();
    told();
    expect(kept()).toEqual([3, 7]);
    expect(shown(one)).toEqual([3, 7]);
    expect(shown(openTab())).toEqual([3, 7]);
    // A step like any other.
    act(() => one.now().undo());
    expect(shown(one)).toEqual([3, 5]);
  });

  it('lose nothing where neither has heard of the other', () => {
    const [one, two] = [openTab(), openTab()];
    one.type(SPARES, 3);
    two.type(HORIZON, 7);
    pause();
    expect(kept()).toEqual([3, 7]);
    told();
    expect([shown(one), shown(two)]).toEqual([
      [3, 7],
      [3, 7],
    ]);
    expect(one.now().clash).toBeNull();
  });

  it.each<[boolean, number]>([
    [true, 3],
    [false, 4],
  ])('ask where both changed the same: taking the other is %s', (takeOther, spares) => {
    const [one, two] = [openTab(), openTab()];
    one.type(SPARES, 3);
    pass(100);
    two.type(SPARES, 4);
    pause();
    told();
    // Both values are kept, and both tabs ask, also one that is opened now.
    const third = openTab();
    for (const tab of [one, two, third]) {
      expect(shown(tab)).toEqual([4, 5]);
      expect(tab.now().clash?.other.policy?.spare_hosts).toBe(3);
    }
    one.type(HORIZON, 7);
    act(() => one.now().answer(takeOther));
    pause();
    told();
    for (const tab of [one, two, third]) {
      expect(shown(tab)).toEqual([spares, 7]);
      expect(tab.now().clash).toBeNull();
    }
  });

  it('say when the unsaved work was saved or discarded in the other', () => {
    const [one, two] = [openTab(), openTab()];
    one.type(SPARES, 3);
    pause();
    told();
    act(() => one.now().discard());
    told();
    expect(kept()).toBeNull();
    expect(shown(two)).toEqual([3, 5]);
    expect(two.now().keeping.elsewhere).toBe('dropped');
    act(() => two.now().keeping.noted());
    pause();
    expect(kept()).toEqual([3, 5]);
    expect(two.now().keeping.elsewhere).toBeNull();
  });

  it('do not bring back a revision that the other has left behind', () => {
    const [one, two] = [openTab(), openTab()];
    one.type(SPARES, 3);
    pause();
    told();
    act(() => one.now().saved({ plan: one.now().plan, revision: 2 }));
    two.type(HORIZON, 7);
    pause();
    told();
    expect(shown(one)).toEqual([3, 7]);
    expect(one.now().base.revision).toBe(2);
  });
});
