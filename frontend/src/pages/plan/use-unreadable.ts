import { useCallback, useMemo, useState } from 'react';

import { stillUnreadable, type Unreadable, withEntry, withoutEntry } from '@/lib/unreadable';
import type { PlanEditor } from '@/lib/use-plan-editor';

export interface UnreadableEntries {
  entries: readonly Unreadable[];
  /** Whether the plan was not saved because of them. */
  refused: boolean;
  keep: (pointer: string, text: string | undefined) => void;
  refuse: () => void;
  drop: () => void;
}

const NONE: readonly Unreadable[] = [];

/** Text in fields of the plan that is not readable as a number. */
export function useUnreadable({ plan, settle }: PlanEditor): UnreadableEntries {
  const [typed, setTyped] = useState(NONE);
  const [refused, setRefused] = useState(false);
  const still = stillUnreadable(typed, plan);
  if (still !== typed) setTyped(still);
  const entries = useMemo(() => still.filter((each) => each.goneFrom === undefined), [still]);
  if (refused && entries.length === 0) setRefused(false);
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
