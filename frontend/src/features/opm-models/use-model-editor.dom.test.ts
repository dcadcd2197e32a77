import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { formOf, modelOf } from './model-form';
import { NEW_MODEL, useModelEditor } from './use-model-editor';

const kept = {
  form: formOf({
    key: 'web-shop',
    name: 'Web shop',
    points: [{ medium: 'ssd_local', overcommit_ratio: 2, per_vm: 4900 }],
  }),
  revision: 3,
};

describe('editing a model', () => {
  it('makes the key of a new model follow its name until it is given one of its own', () => {
    const { result } = renderHook(() => useModelEditor('*new', NEW_MODEL));
    act(() => result.current.change({ name: 'Web shop' }));
    expect(result.current.form.key).toBe('web-shop');
    act(() => result.current.change({ key: 'shop' }));
    act(() => result.current.change({ name: 'Web shop, March' }));
    expect(result.current.form.key).toBe('shop');
  });

  it('never changes the key of a model that is kept', () => {
    const { result } = renderHook(() => useModelEditor('web-shop', kept));
    act(() => result.current.change({ name: 'Renamed' }));
    expect(result.current.form).toMatchObject({ key: 'web-shop', name: 'Renamed' });
    expect(result.current.changed).toBe(true);
    act(() => result.current.discard());
    expect(result.current.changed).toBe(false);
  });

  it('adds points beside those there are, or takes them instead', () => {
    const { result } = renderHook(() => useModelEditor('web-shop', kept));
    act(() => result.current.addRow());
    expect(result.current.form.points.at(-1)?.medium).toBe('ssd_local');
    const read = [{ medium: 'hdd_local' as const, overcommit_ratio: 2, per_vm: 3400 }];
    act(() => result.current.takePoints(read, 'opm_per_vm', false));
    expect(modelOf(result.current.form).points.map((each) => each.per_vm)).toEqual([4900, 3400]);
    act(() => result.current.takePoints(read, 'opm_per_vm', true));
    expect(modelOf(result.current.form).points.map((each) => each.per_vm)).toEqual([3400]);
  });

  it('finds unsaved work again, with the revision that it began from', () => {
    const first = renderHook(() => useModelEditor('web-shop', kept));
    act(() => first.result.current.change({ source: 'our lab' }));
    first.unmount();
    const newest = { ...kept, revision: 4 };
    const { result } = renderHook(() => useModelEditor('web-shop', newest));
    expect(result.current.restored).toBe(true);
    expect(result.current.form.source).toBe('our lab');
    expect(result.current.base.revision).toBe(3);
  });
});

describe('unsaved work on a model', () => {
  const NAME = 'hostwise.opm-model.web-shop';
  const open = () => renderHook(() => useModelEditor('web-shop', kept)).result;
  const told = () =>
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: NAME }));
    });
  /** As when the page is left. */
  const leave = () =>
    act(() => {
      window.dispatchEvent(new PageTransitionEvent('pagehide'));
    });

  it('of two tabs is made into one', () => {
    const [one, two] = [open(), open()];
    act(() => one.current.change({ source: 'our lab' }));
    leave();
    told();
    act(() => two.current.change({ validity: 'version 3' }));
    leave();
    told();
    for (const tab of [one, two, open()])
      expect(tab.current.form).toMatchObject({ source: 'our lab', validity: 'version 3' });
    expect(one.current.keeping.elsewhere).toBe('changed');
    expect(one.current.other).toBeNull();
  });

  it.each<[boolean, string]>([
    [true, 'one'],
    [false, 'two'],
  ])('that two tabs changed at once is asked about: taking the other is %s', (takeOther, source) => {
    const [one, two] = [open(), open()];
    act(() => one.current.change({ source: 'one' }));
    act(() => two.current.change({ source: 'two' }));
    leave();
    told();
    for (const tab of [one, two]) {
      expect(tab.current.form.source).toBe('two');
      expect(tab.current.other?.source).toBe('one');
    }
    act(() => two.current.answer(takeOther));
    leave();
    told();
    for (const tab of [one, two]) {
      expect(tab.current.form.source).toBe(source);
      expect(tab.current.other).toBeNull();
    }
  });

  it('of another shape is put aside', () => {
    const other = JSON.stringify({ form: { points: [] }, revision: 3 });
    localStorage.setItem(NAME, other);
    const tab = open();
    expect(tab.current.form.key).toBe('web-shop');
    expect(tab.current.keeping.aside).toEqual([other]);
  });
});
