import { useCallback, useLayoutEffect, useRef, useState } from 'react';

import type { Plan } from '@/api/types';
import { stillUnreadable, type Unreadable, withEntry } from '@/lib/unreadable';

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
export function useUnreadable(plan: Plan): UnreadableEntries {
  const [typed, setTyped] = useState(NONE);
  const [refused, setRefused] = useState(false);
  const entries = stillUnreadable(typed, plan);
  if (entries !== typed) setTyped(entries);
  if (refused && entries.length === 0) setRefused(false);
  const newest = useRef(plan);
  useLayoutEffect(() => {
    newest.current = plan;
  });
  const keep = useCallback((pointer: string, text: string | undefined) => {
    const now = newest.current;
    setTyped((before) => withEntry(before, now, pointer, text));
  }, []);
  const refuse = useCallback(() => setRefused(true), []);
  const drop = useCallback(() => setTyped(NONE), []);
  return { entries, refused, keep, refuse, drop };
}
