/** The history of a plan being edited: undo, redo, and what it is compared with. Pure; the hook is beside it. */
import type { Plan } from '@/api/types';

import { equal } from '@/lib/json';
import { type Merge, mergePlans } from './plan-merge';

/** The document that changes are counted from. */
export interface Base {
  plan: Plan;
  /** Revision it was saved as; null while it was never saved. */
  revision: number | null;
}

/** Two conflicting sets of changes: both are kept until the user chooses one. */
export interface Clash {
  /** Both sets merged, with the changes made here where they conflict. */
  plan: Plan;
  /** The same with the changes made there. */
  other: Plan;
}

export interface Editor {
  base: Base;
  past: Plan[];
  plan: Plan;
  future: Plan[];
  /** The plan before the last step, forward or back; null before the first one. */
  before: Plan | null;
  /** What the last edit was about and when: quick edits of one field are one step. */
  last: { topic: string; at: number } | null;
  clash: Clash | null;
}

export type Action =
  | { type: 'edit'; change: (plan: Plan) => Plan; topic: string; at: number }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'discard' }
  | { type: 'saved'; base: Base }
  | { type: 'rebased'; base: Base; plan: Plan; clash: Clash | null }
  | { type: 'joined'; base: Base; plan: Plan; clash: Clash | null; at: number }
  | { type: 'answered'; takeOther: boolean };

const LONGEST_HISTORY = 200;
const ONE_STEP_MS = 1_200;

export function startEditor(base: Base, plan: Plan = base.plan, clash: Clash | null = null): Editor {
  return { base, past: [], plan, future: [], before: null, last: null, clash };
}

function step(editor: Editor, plan: Plan, last: Editor['last']): Editor {
  if (equal(plan, editor.plan)) return editor;
  const joined =
    last !== null &&
    editor.last !== null &&
    last.topic === editor.last.topic &&
    last.at - editor.last.at < ONE_STEP_MS;
  const past = joined ? editor.past : [...editor.past, editor.plan].slice(-LONGEST_HISTORY);
  return { ...editor, past, plan, future: [], before: joined ? editor.before : editor.plan, last };
}

export function reduceEditor(editor: Editor, action: Action): Editor {
  switch (action.type) {
    case 'edit':
      return step(editor, action.change(editor.plan), { topic: action.topic, at: action.at });
    case 'undo': {
      const plan = editor.past.at(-1);
      if (!plan) return editor;
      return {
        ...editor,
        past: editor.past.slice(0, -1),
        plan,
        future: [editor.plan, ...editor.future],
        before: editor.plan,
        last: null,
      };
    }
    case 'redo': {
      const [plan, ...future] = editor.future;
      if (!plan) return editor;
      return {
        ...editor,
        past: [...editor.past, editor.plan],
        plan,
        future,
        before: editor.plan,
        last: null,
      };
    }
    case 'discard':
      return { ...step(editor, editor.base.plan, null), clash: null };
    case 'saved':
      return { ...editor, base: action.base, last: null, clash: null };
    case 'rebased':
      // Changes that others saved meanwhile are no step of this work.
      return { ...step(editor, action.plan, null), base: action.base, before: null, clash: action.clash };
    case 'joined': {
      const { base, plan, clash, at } = action;
      return { ...step(editor, plan, { topic: 'another tab', at }), base, clash };
    }
    case 'answered': {
      const { clash, plan } = editor;
      if (clash === null) return editor;
      // Changes made here since then stay.
      const taken = action.takeOther ? mergePlans(clash.plan, plan, clash.other).plan : plan;
      return { ...step(editor, taken, null), clash: null };
    }
  }
}

/** The conflicts of two merged plans, with those that are not resolved yet. */
export function clashOf(merge: Merge, open: Clash | null): Clash | null {
  if (merge.other === null) return open;
  const other = open === null ? merge.other : mergePlans(open.plan, open.other, merge.other).plan;
  return { plan: merge.plan, other };
}
