import { useCallback, useMemo, useRef, useState } from 'react';

import type { Plan } from '@/api/types';

import { type Draft, draftIn, draftName, draftText } from './drafts';
import { equal } from '@/lib/json';
import {
  type Action,
  type Base,
  type Clash,
  clashOf,
  type Editor,
  reduceEditor,
  startEditor,
} from './plan-editor';
import { mergePlans } from './plan-merge';
import { type Keeping, openDraft, useDraftStorage } from '@/lib/use-draft-storage';

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
  /** State of the unsaved work beyond being stored in this browser. */
  keeping: Keeping;
  /** Changes of others that conflict with those made here. */
  clash: Clash | null;
  /** Resolve the conflicts between them. */
  answer: (takeOther: boolean) => void;
  /** The plan with every edit; those not rendered yet are rendered at once. */
  settle: () => Plan;
  edit: (topic: string, change: (plan: Plan) => Plan) => void;
  undo: () => void;
  redo: () => void;
  discard: () => void;
  /** The plan was saved as `base`; edits made meanwhile stay unsaved. */
  saved: (base: Base) => void;
  rebased: (base: Base, plan: Plan, clash: Clash | null) => void;
}

/**
 * Edits a plan, keeping unsaved work under `draftKey` until it is saved or discarded. Tabs with the same plan stay in
 * step.
 * `onPlan` is called with a changed plan before anything is rendered, so that its requests start meanwhile.
 */
export function usePlanEditor(draftKey: string, base: Base, onPlan: (plan: Plan) => void): PlanEditor {
  const name = draftName(draftKey);
  const [opened] = useState(() => openDraft(name, draftIn));
  const [editor, setEditor] = useState(() =>
    opened.draft ? startEditor(opened.draft.base, opened.draft.plan, opened.draft.clash) : startEditor(base),
  );
  const [restoredAt, setRestoredAt] = useState(opened.draft?.at ?? null);
  // Edits may come faster than they are rendered; each builds on the one before.
  const newest = useRef(editor);
  const reduce = useCallback(
    (action: Action) => {
      const next = reduceEditor(newest.current, action);
      if (next.plan !== newest.current.plan) onPlan(next.plan);
      newest.current = next;
      setEditor(next);
    },
    [onPlan],
  );

  const textNow = useCallback(() => {
    const { base: from, plan, clash } = newest.current;
    return equal(plan, from.plan) ? null : draftText({ base: from, plan, at: Date.now(), clash });
  }, []);
  const join = useCallback(
    (draft: Draft, before: Draft | null) => {
      const now = newest.current;
      const joined = joinedWith(now, before, draft);
      reduce({ type: 'joined', ...joined, at: Date.now() });
      return { changed: !equal(joined.plan, now.plan), differs: !equal(joined.plan, draft.plan) };
    },
    [reduce],
  );
  const { edited, flush, keeping } = useDraftStorage(name, opened.text, { textNow, read: draftIn, join });
  const dispatch = useCallback(
    (action: Action) => {
      reduce(action);
      edited();
    },
    [reduce, edited],
  );

  const settle = useCallback(() => {
    setEditor(newest.current);
    return newest.current.plan;
  }, []);
  const changed = useMemo(() => !equal(editor.plan, editor.base.plan), [editor.plan, editor.base.plan]);
  const edit = useCallback(
    (topic: string, change: (plan: Plan) => Plan) =>
      dispatch({ type: 'edit', topic, change, at: Date.now() }),
    [dispatch],
  );
  const undo = useCallback(() => dispatch({ type: 'undo' }), [dispatch]);
  const redo = useCallback(() => dispatch({ type: 'redo' }), [dispatch]);
  /** The end of unsaved work is stored at once: the user may leave the page in the same moment. */
  const end = (action: Action) => {
    setRestoredAt(null);
    dispatch(action);
    flush();
  };

  return {
    plan: editor.plan,
    base: editor.base,
    changed,
    canUndo: editor.past.length > 0,
    canRedo: editor.future.length > 0,
    before: editor.before,
    restoredAt,
    // Without unsaved work there is nothing that another tab could have dropped.
    keeping: !changed && keeping.elsewhere === 'dropped' ? { ...keeping, elsewhere: null } : keeping,
    clash: editor.clash,
    answer: (takeOther) => dispatch({ type: 'answered', takeOther }),
    settle,
    edit,
    undo,
    redo,
    discard: () => end({ type: 'discard' }),
    saved: (next) => end({ type: 'saved', base: next }),
    rebased: useCallback(
      (next: Base, plan: Plan, clash: Clash | null) => dispatch({ type: 'rebased', base: next, plan, clash }),
      [dispatch],
    ),
  };
}

/** Merges the work here with what another tab stored; `before` is what that tab had found stored. */
function joinedWith(editor: Editor, before: Draft | null, draft: Draft) {
  const newer = (draft.base.revision ?? 0) >= (editor.base.revision ?? 0);
  const base = newer ? draft.base : editor.base;
  // A tab that has not heard of the newest revision yet is not asked to bring back the one before.
  const theirs = newer ? draft.plan : mergePlans(draft.base.plan, draft.plan, base.plan).plan;
  const merge = mergePlans(before?.plan ?? editor.base.plan, editor.plan, theirs);
  const answered = before?.clash && !draft.clash;
  return { base, plan: merge.plan, clash: clashOf(merge, draft.clash ?? (answered ? null : editor.clash)) };
}
