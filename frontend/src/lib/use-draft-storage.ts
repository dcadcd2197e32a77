import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

import { asideTexts, dropAside, keepText, keptText, putAside, type Unkept } from './storage';

/** After so long without a change it is kept, */
const PAUSE_MS = 300;
/** and after so long in any case. */
const LONGEST_MS = 2_000;

interface Source<Draft> {
  /** What is to be kept now; null where nothing is unsaved. */
  textNow: () => string | null;
  /** The work in a text; null where there is none, or none that this version can read. */
  read: (text: string | null) => Draft | null;
  /** Another tab kept this in place of `before`: it is taken in before anything is written over it. */
  join: (draft: Draft, before: Draft | null) => Joined;
}

export interface Joined {
  /** Whether what is shown here is another than before. */
  changed: boolean;
  /** Whether it is another than what is kept, so that it has to be kept itself. */
  differs: boolean;
}

/** How unsaved work is kept. */
export interface Keeping {
  /** Why the browser does not keep it. */
  unkept: Unkept | null;
  /** What another tab did since the last edit here: it changed the work, or saved or discarded it. */
  elsewhere: 'changed' | 'dropped' | null;
  /** Take note of it; unsaved work is then kept as it is here. */
  noted: () => void;
  /** Texts of unsaved work that this version cannot read. */
  aside: readonly string[];
  dropAside: () => void;
}

export interface Kept {
  /** Something was changed here: keep it after a pause. */
  edited: () => void;
  /** Keep at once what is due. */
  flush: () => void;
  keeping: Keeping;
}

/** What is kept under a name, where it can be read; anything else is put aside, so that the next edit does not destroy it. */
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
 * Keeps unsaved work in the browser under a name that tabs share, beginning with the text that was found there on opening.
 *
 * It is written when there is a pause, when the page is hidden, which is the last that a page hears before it is closed,
 * and when the component goes.
 */
export function useDraftStorage<Draft>(
  name: string,
  opened: string | null,
  { textNow, read, join }: Source<Draft>,
): Kept {
  // What this tab knows to be kept: another tab has written where it is something else.
  const known = useRef(opened);
  const [unkept, setUnkept] = useState<Unkept | null>(null);
  const [elsewhere, setElsewhere] = useState<Keeping['elsewhere']>(null);
  const [aside, setAside] = useState<readonly string[]>(() => asideTexts(name));
  /** Take in what another tab kept; says whether what is here has to be kept in its place. */
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
  // A page that comes back from the browser's memory has heard of nothing meanwhile.
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
