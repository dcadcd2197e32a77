import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import type { Plan } from '@/api/types';

import { dropDraft, readDraft, writeDraft } from './drafts';
import { equal } from './json';
import { type Action, type Base, reduceEditor, startEditor } from './plan-editor';

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
  /** The plan with every edit, also those that are not rendered yet: they are rendered at once now. */
  settle: () => Plan;
  edit: (topic: string, change: (plan: Plan) => Plan) => void;
  undo: () => void;
  redo: () => void;
  discard: () => void;
  /** The plan was saved as `base`; edits made meanwhile stay unsaved. */
  saved: (base: Base) => void;
  rebased: (base: Base, plan: Plan) => void;
}

/**
 * Edits a plan, keeping unsaved work under `draftKey` until it is saved or discarded.
 *
 * `onPlan` is told of a changed plan before anything is rendered, so that what it asks for is on its way meanwhile.
 */
export function usePlanEditor(draftKey: string, base: Base, onPlan: (plan: Plan) => void): PlanEditor {
  const [draft] = useState(() => readDraft(draftKey));
  const [editor, setEditor] = useState(() =>
    draft ? startEditor(draft.base, draft.plan) : startEditor(base),
  );
  // Edits may come faster than they are rendered; each goes on from the one before.
  const newest = useRef(editor);
  const dispatch = useCallback(
    (action: Action) => {
      const next = reduceEditor(newest.current, action);
      if (next.plan !== newest.current.plan) onPlan(next.plan);
      newest.current = next;
      setEditor(next);
    },
    [onPlan],
  );
  const settle = useCallback(() => {
    setEditor(newest.current);
    return newest.current.plan;
  }, []);
  const [restoredAt, setRestoredAt] = useState(draft?.at ?? null);
  const changed = useMemo(() => !equal(editor.plan, editor.base.plan), [editor.plan, editor.base.plan]);

  useEffect(() => {
    if (changed) writeDraft(draftKey, { base: editor.base, plan: editor.plan, at: Date.now() });
    else dropDraft(draftKey);
  }, [draftKey, changed, editor.base, editor.plan]);

  const edit = useCallback(
    (topic: string, change: (plan: Plan) => Plan) =>
      dispatch({ type: 'edit', topic, change, at: Date.now() }),
    [dispatch],
  );
  const undo = useCallback(() => dispatch({ type: 'undo' }), [dispatch]);
  const redo = useCallback(() => dispatch({ type: 'redo' }), [dispatch]);
  const discard = useCallback(() => {
    setRestoredAt(null);
    dispatch({ type: 'discard' });
  }, [dispatch]);
  const saved = useCallback(
    (next: Base) => {
      setRestoredAt(null);
      dispatch({ type: 'saved', base: next });
    },
    [dispatch],
  );
  const rebased = useCallback(
    (next: Base, plan: Plan) => dispatch({ type: 'rebased', base: next, plan }),
    [dispatch],
  );

  return {
    plan: editor.plan,
    base: editor.base,
    changed,
    canUndo: editor.past.length > 0,
    canRedo: editor.future.length > 0,
    before: editor.before,
    restoredAt,
    settle,
    edit,
    undo,
    redo,
    discard,
    saved,
    rebased,
  };
}
