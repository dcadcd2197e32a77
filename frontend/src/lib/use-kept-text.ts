import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { keepText, keptText, type Unkept } from './storage';

/** After so long without a change it is kept, */
const PAUSE_MS = 300;
/** and after so long in any case. */
const LONGEST_MS = 2_000;

interface Source {
  /** What is to be kept now; null where nothing is unsaved. */
  textNow: () => string | null;
  /**
   * Another tab has kept something else in place of `before`: it is looked at before anything is written over it.
   * Says whether what is here is to be kept in its place.
   */
  onOther: (text: string | null, before: string | null) => boolean;
}

export interface KeptText {
  /** Something changed: keep it after a pause. */
  keep: () => void;
  /** Keep at once what is due. */
  flush: () => void;
  /** Why what is unsaved is not kept. */
  unkept: Unkept | null;
}

/**
 * Keeps a text in the browser under a name that tabs share, beginning with the text that was found there on opening.
 *
 * It is written when there is a pause, when the page is hidden, which is the last that a page hears before it is closed,
 * and when the component goes.
 */
export function useKeptText(name: string, opened: string | null, { textNow, onOther }: Source): KeptText {
  // What this tab knows to be kept: another tab has written where it is something else.
  const known = useRef(opened);
  const [unkept, setUnkept] = useState<Unkept | null>(null);
  const hear = () => {
    const [before, text] = [known.current, keptText(name)];
    if (text === before) return false;
    known.current = text;
    return onOther(text, before);
  };
  const write = () => {
    hear();
    const text = textNow();
    if (text === known.current) return;
    const problem = keepText(name, text);
    if (problem === null) known.current = text;
    setUnkept(problem);
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
  return { keep, flush: () => keep.flush(), unkept };
}
