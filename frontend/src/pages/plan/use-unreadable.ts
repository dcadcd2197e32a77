import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';

import { unreadableName } from '@/plan/drafts';
import {
  entriesIn,
  entriesText,
  type KeptEntry,
  locatedIn,
  stillUnreadable,
  type Unreadable,
  withEntry,
  withoutEntry,
} from '@/plan/unreadable';
import { openDraft, useDraftStorage } from '@/lib/use-draft-storage';
import type { PlanEditor } from '@/plan/use-plan-editor';

export interface UnreadableEntries {
  entries: readonly Unreadable[];
  /** Whether the plan was not saved because of them. */
  refused: boolean;
  keep: (pointer: string, text: string | undefined) => void;
  refuse: () => void;
  drop: () => void;
}

const NONE: readonly Unreadable[] = [];

/** Text in fields of the plan that is not readable as a number, kept beside its unsaved work. */
export function useUnreadable(draftKey: string, { plan, settle }: PlanEditor): UnreadableEntries {
  const name = unreadableName(draftKey);
  const [{ draft, text: opened }] = useState(() => openDraft(name, entriesIn));
  const [typed, setTyped] = useState(() => (draft ? locatedIn(plan, draft) : NONE));
  const [refused, setRefused] = useState(false);
  const still = stillUnreadable(typed, plan);
  if (still !== typed) setTyped(still);
  const entries = useMemo(() => still.filter((each) => each.goneFrom === undefined), [still]);
  if (refused && entries.length === 0) setRefused(false);

  const newest = useRef(still);
  const textNow = useCallback(() => entriesText(newest.current), []);
  const join = useCallback(
    (theirs: readonly KeptEntry[], before: readonly KeptEntry[] | null) => {
      const others = locatedIn(settle(), theirs);
      const known = new Set([...theirs, ...(before ?? [])].map((each) => each.pointer));
      const own = newest.current.filter((each) => !known.has(each.pointer));
      newest.current = [...others, ...own];
      setTyped(newest.current);
      return { changed: false, differs: own.length > 0 };
    },
    [settle],
  );
  const { edited } = useDraftStorage(name, opened, { textNow, read: entriesIn, join });
  useLayoutEffect(() => {
    newest.current = still;
    edited();
  }, [still, edited]);

  const keep = useCallback(
    (pointer: string, text: string | undefined) => {
      if (text === undefined) setTyped((before) => withoutEntry(before, pointer));
      else {
        const now = settle();
        setTyped((before) => withEntry(stillUnreadable(before, now), now, pointer, text));
      }
    },
    [settle],
  );
  const refuse = useCallback(() => setRefused(true), []);
  const drop = useCallback(() => setTyped(NONE), []);
  return { entries, refused, keep, refuse, drop };
}
