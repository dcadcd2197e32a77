import { describe, expect, it } from 'vitest';

import { modelDraftIn } from './model-drafts';
import { EMPTY_FORM, newRow } from './model-form';

const point = { id: 1, medium: 'ssd_local', overcommit_ratio: 1.5, per_vm: 5_600, note: '' };
const form = { ...EMPTY_FORM, key: 'mine', points: [point] };
const opened = (draft: unknown) => modelDraftIn(JSON.stringify(draft));

describe('work on a model', () => {
  it('is opened as it was left, its rows under ids of this page', () => {
    const last = newRow().id;
    const draft = opened({
      form,
      base: { ...form, key: 'before' },
      revision: 3,
      other: { ...form, key: 'other' },
    });
    expect(draft).toMatchObject({
      form: { key: 'mine', points: [{ overcommit_ratio: 1.5, per_vm: 5_600 }] },
      base: { key: 'before' },
      revision: 3,
      other: { key: 'other' },
    });
    const ids = [draft?.form, draft?.base, draft?.other].map((each) => each?.points[0]?.id ?? 0);
    expect(new Set(ids).size).toBe(3);
    expect(Math.min(...ids)).toBeGreaterThan(last);
  });

  it('on a new model has neither a base nor a revision', () => {
    expect(opened({ form: EMPTY_FORM })).toEqual({
      form: EMPTY_FORM,
      base: null,
      revision: null,
      other: null,
    });
  });

  it.each<[string, unknown]>([
    ['is no object', [form]],
    ['has no form', {}],
    ['lacks a field', { form: { ...form, source: undefined } }],
    ['has a field of another kind', { form: { ...form, name: 7 } }],
    ['has no points', { form: { ...form, points: undefined } }],
    ['has a point that is none', { form: { ...form, points: [7] } }],
    ['has a note that is no text', { form: { ...form, points: [{ note: 7 }] } }],
    ['has another base', { form, base: {} }],
    ['has another revision', { form, revision: '3' }],
  ])('that %s is not opened', (_, draft) => {
    expect(opened(draft)).toBeNull();
  });

  it('is not lost with another version that cannot be read', () => {
    expect(opened({ form, other: {} })).toMatchObject({ form: { key: 'mine' }, other: null });
  });

  it.each([null, '{', ''])('is none in %j', (text) => {
    expect(modelDraftIn(text)).toBeNull();
  });
});
