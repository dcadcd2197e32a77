import { describe, expect, it } from 'vitest';

import { plan } from '@/test-fixtures/plan';

import { editField } from './plan-edits';
import { type Editor, reduceEditor, startEditor } from './plan-editor';

const edit = (editor: Editor, pointer: string, value: number, at: number) =>
  reduceEditor(editor, {
    type: 'edit',
    topic: pointer,
    change: (before) => editField(before, pointer, value),
    at,
  });
const spares = (editor: Editor) => editor.plan.policy?.spare_hosts;

describe('the history of a plan', () => {
  const start = startEditor({ plan, revision: 1 });

  it('goes back and forth', () => {
    const once = edit(start, '/policy/spare_hosts', 2, 0);
    const twice = edit(once, '/policy/spare_hosts', 3, 10_000);
    const back = reduceEditor(twice, { type: 'undo' });
    expect(spares(back)).toBe(2);
    expect(spares(reduceEditor(back, { type: 'undo' }))).toBe(1);
    expect(spares(reduceEditor(back, { type: 'redo' }))).toBe(3);
  });

  it('takes quick edits of one field as one step', () => {
    const typed = edit(edit(start, '/policy/spare_hosts', 2, 0), '/policy/spare_hosts', 3, 300);
    expect(typed.past).toHaveLength(1);
    expect(spares(reduceEditor(typed, { type: 'undo' }))).toBe(1);
    const other = edit(typed, '/economics/horizon_years', 6, 400);
    expect(other.past).toHaveLength(2);
  });

  it('forgets what was undone once something else is done, and edits that change nothing', () => {
    const back = reduceEditor(edit(start, '/policy/spare_hosts', 2, 0), { type: 'undo' });
    expect(edit(back, '/policy/spare_hosts', 3, 5_000).future).toEqual([]);
    expect(edit(start, '/policy/spare_hosts', 1, 0).past).toHaveLength(start.past.length);
  });

  it('keeps edits made while a save was under way', () => {
    const sent = edit(start, '/policy/spare_hosts', 2, 0);
    const later = edit(sent, '/policy/spare_hosts', 3, 5_000);
    const saved = reduceEditor(later, { type: 'saved', base: { plan: sent.plan, revision: 2 } });
    expect(spares(saved)).toBe(3);
    expect(saved.base.revision).toBe(2);
  });

  it('knows the plan before the last step, whichever way it went', () => {
    expect(start.before).toBeNull();
    const typed = edit(edit(start, '/policy/spare_hosts', 2, 0), '/policy/spare_hosts', 3, 300);
    expect(typed.before).toBe(plan);
    const back = reduceEditor(typed, { type: 'undo' });
    expect(back.before).toBe(typed.plan);
    expect(reduceEditor(back, { type: 'redo' }).before).toBe(back.plan);
    const base = { plan, revision: 2 };
    expect(reduceEditor(typed, { type: 'rebased', base, plan, clash: null }).before).toBeNull();
  });

  it('can undo a discard', () => {
    const discarded = reduceEditor(edit(start, '/policy/spare_hosts', 2, 0), { type: 'discard' });
    expect(discarded.plan).toBe(plan);
    expect(spares(reduceEditor(discarded, { type: 'undo' }))).toBe(2);
  });
});
