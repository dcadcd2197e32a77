import { useCallback, useEffect, useMemo, useReducer, useState } from 'react';

import type { Plan } from '@/api/types';

import { dropDraft, readDraft, writeDraft } from './drafts';
import { equal } from './json';
import { type Base, reduceEditor, startEditor } from './plan-editor';

export interface PlanEditor {
  plan: Plan;
  base: Base;
  changed: boolean;
  canUndo: boolean;
  canRedo: boolean;
  /** The plan before the last step; null where nothing was done since the page was opened. */
  before: Plan | null;
  /** When the unsaved work that was found on opening was last touched; null if there was none. */
  restoredAt: number | null;
  edit: (topic: string, change: (plan: Plan) => Plan) => void;
  undo: () => void;
  redo: () => void;
  discard: () => void;
  /** The plan was saved as `base`; edits made meanwhile stay unsaved. */
  saved: (base: Base) => void;
  rebased: (base: Base, plan: Plan) => void;
}

/** Edits a plan, keeping unsaved work under `draftKey` until it is saved or discarded. */
export function usePlanEditor(draftKey: string, base: Base): PlanEditor {
  const [draft] = useState(() => readDraft(draftKey));
  const [editor, dispatch] = useReducer(reduceEditor, null, () =>
    draft ? startEditor(draft.base, draft.plan) : startEditor(base),
  );
  const [restoredAt, setRestoredAt] = useState(draft?.at ?? null);
  const changed = useMemo(() => !equal(editor.plan, editor.base.plan), [editor.plan, editor.base.plan]);

  useEffect(() => {
    if (changed) writeDraft(draftKey, { base: editor.base, plan: editor.plan, at: Date.now() });
    else dropDraft(draftKey);
  }, [draftKey, changed, editor.base, editor.plan]);

  const edit = useCallback((topic: string, change: (plan: Plan) => Plan) => {
    dispatch({ type: 'edit', topic, change, at: Date.now() });
  }, []);
  const undo = useCallback(() => dispatch({ type: 'undo' }), []);
  const redo = useCallback(() => dispatch({ type: 'redo' }), []);
  const discard = useCallback(() => {
    setRestoredAt(null);
    dispatch({ type: 'discard' });
  }, []);
  const saved = useCallback((next: Base) => {
    setRestoredAt(null);
    dispatch({ type: 'saved', base: next });
  }, []);
  const rebased = useCallback(
    (next: Base, plan: Plan) => dispatch({ type: 'rebased', base: next, plan }),
    [],
  );

  return {
    plan: editor.plan,
    base: editor.base,
    changed,
    canUndo: editor.past.length > 0,
    canRedo: editor.future.length > 0,
    before: editor.before,
    restoredAt,
    edit,
    undo,
    redo,
    discard,
    saved,
    rebased,
  };
}
