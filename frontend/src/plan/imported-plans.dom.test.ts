import { describe, expect, it, vi } from 'vitest';

import { plan } from '@/test-fixtures/plan';

import { draftKey, draftName, readDraft, scenariosName, writeDraft } from './drafts';
import { dropImported, keepImported, readImported } from './imported-plans';

describe('imported plans', () => {
  it('stay until they are dropped', () => {
    const key = keepImported(plan);
    expect(readImported(key)).toEqual(plan);
    dropImported(key);
    expect(readImported(key)).toBeNull();
  });

  it('of an earlier version have current names, and so has the work on them', () => {
    const former = { ...plan, policy: { cache_utilisation_limit: 0.5 } };
    const current = { ...plan, policy: { write_utilisation_limit: 0.5 } };
    localStorage.setItem('hostwise.imported.abc', JSON.stringify(former));
    expect(readImported('abc')).toEqual(current);
    const work = {
      base: { plan: former, revision: 3 },
      plan: former,
      at: 1,
      clash: { plan: former, other: former },
    };
    localStorage.setItem(draftName('new'), JSON.stringify(work));
    expect(readDraft('new')).toEqual({
      base: { plan: current, revision: 3 },
      plan: current,
      at: 1,
      clash: { plan: current, other: current },
    });
  });

  it('that were edited or have scenarios are not the ones that go', () => {
    vi.useFakeTimers();
    const keys = Array.from({ length: 8 }, (_, index) => {
      vi.setSystemTime(1_900_000_000_000 + index);
      const key = keepImported({ ...plan, name: `Plan ${index}` });
      if (index === 0) {
        const edited = { base: { plan, revision: null }, plan: { ...plan, name: 'Edited' }, at: Date.now() };
        writeDraft(draftKey({ kind: 'imported', key }), edited);
      }
      if (index === 1) localStorage.setItem(scenariosName(draftKey({ kind: 'imported', key })), '[]');
      return key;
    });
    vi.useRealTimers();
    expect(keys.map((key) => readImported(key) !== null)).toEqual([
      true,
      true,
      false,
      true,
      true,
      true,
      true,
      true,
    ]);
  });

  it('are few: the oldest goes', () => {
    vi.useFakeTimers();
    const keys = Array.from({ length: 6 }, (_, index) => {
      vi.setSystemTime(1_800_000_000_000 + index);
      return keepImported({ ...plan, name: `Plan ${index}` });
    });
    vi.useRealTimers();
    expect(keys.map((key) => readImported(key)?.name)).toEqual([
      undefined,
      'Plan 1',
      'Plan 2',
      'Plan 3',
      'Plan 4',
      'Plan 5',
    ]);
  });

  it('live on in the page where the browser has no room', () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const key = keepImported(plan);
    full.mockRestore();
    expect(readImported(key)).toEqual(plan);
    dropImported(key);
    expect(readImported(key)).toBeNull();
  });
});
