import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

import { asideTexts, dropAside, keepText, keptText, putAside, type Unkept } from './storage';

/** Work is stored after this long without a change, */
const PAUSE_MS = 300;
/** and after this long in any case. */
const LONGEST_MS = 2_000;

interface Source<Draft> {
  /** The text to store now; null if nothing is unsaved. */
  textNow: () => string | null;
  /** The work in a text; null where there is none, or none that this version can read. */
  read: (text: string | null) => Draft | null;
  /** Another tab stored this in place of `before`: it is merged before it is overwritten. */
  join: (draft: Draft, before: Draft | null) => Joined;
}

export interface Joined {
  /** Whether the work shown here changed. */
  changed: boolean;
  /** Whether it differs from the stored work, and has to be stored. */
  differs: boolean;
}

/** How unsaved work is kept. */
export interface Keeping {
  /** Why the browser does not keep it. */
  unkept: Unkept | null;
  /** What another tab did since the last edit here: it changed the work, or saved or discarded it. */
  elsewhere: 'changed' | 'dropped' | null;
  /** Acknowledge it; unsaved work is then stored as it is here. */
  noted: () => void;
  /** Texts of unsaved work that this version cannot read. */
  aside: readonly string[];
  dropAside: () => void;
}

export interface Kept {
  /** Something was changed here: store it after a pause. */
  edited: () => void;
  /** Store pending changes at once. */
  flush: () => void;
  keeping: Keeping;
}

/** The stored work of a name, if readable; anything else is put aside, so that the next edit does not destroy it. */
export function openDraft<Draft>(
  name: string,
  read: (text: string | null) => Draft | null,
): { draft: Draft | null; text: string | null } {
  const text = keptText(name);
  const draft = read(text);
  if (draft !== null || text === null) return { draft, text };
  putAside(name, text);
  return { draft: null, text: keptText(name) };
}

/**
 * Keeps unsaved work in the browser under a name that tabs share, beginning with the text that was found there on
 * opening.
 *
 * It is written after a pause, when the page is hidden, which is the last event before it is closed, and on unmount.
 */
export function useDraftStorage<Draft>(
  name: string,
  opened: string | null,
  { textNow, read, join }: Source<Draft>,
): Kept {
  // The stored text as this tab knows it: if it differs, another tab has written.
  const known = useRef(opened);
  const [unkept, setUnkept] = useState<Unkept | null>(null);
  const [elsewhere, setElsewhere] = useState<Keeping['elsewhere']>(null);
  const [aside, setAside] = useState<readonly string[]>(() => asideTexts(name));
  /** Merge what another tab stored; returns whether the merged work has to be stored. */
  const hear = () => {
    const [before, text] = [known.current, keptText(name)];
    if (text === before) return false;
    known.current = text;
    const draft = read(text);
    if (draft !== null) {
      const { changed, differs } = join(draft, read(before));
      if (changed) setElsewhere('changed');
      return differs;
    }
    if (text === null) {
      if (read(before) !== null) setElsewhere('dropped');
      return false;
    }
    putAside(name, text);
    known.current = keptText(name);
    setAside(asideTexts(name));
    return true;
  };
  const write = () => {
    hear();
    const text = textNow();
    if (text === known.current) return;
    const problem = keepText(name, text);
    if (problem === null) known.current = text;
    setUnkept(text === null ? null : problem);
  };
  const keep = useDebouncedCallback(write, { delay: PAUSE_MS, maxWait: LONGEST_MS, flushOnUnmount: true });
  const look = () => {
    if (hear()) keep();
  };

  useWindowEvent('storage', ({ key }) => {
    if (key === name || key === null) look();
    // There may be room now.
    if (unkept !== null) keep();
  });
  useWindowEvent('pagehide', () => keep.flush());
  // A page restored from the back/forward cache has missed all events meanwhile.
  useWindowEvent('pageshow', look);
  useWindowEvent('beforeunload', (event) => {
    if (unkept !== null) event.preventDefault();
  });
  const onVisibility = useEffectEvent(() => {
    if (document.visibilityState === 'hidden') keep.flush();
    else look();
  });
  useEffect(() => {
    document.addEventListener('visibilitychange', onVisibility);
    return () => document.removeEventListener('visibilitychange', onVisibility);
  }, []);

  const edited = useCallback(() => {
    setElsewhere(null);
    keep();
  }, [keep]);
  return {
    edited,
    flush: () => keep.flush(),
    keeping: {
      unkept,
      elsewhere,
      noted: edited,
      aside,
      dropAside: () => {
        dropAside(name);
        setAside([]);
      },
    },
  };
}
