import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react';

import { Notice } from '@/components/notice';
import { useNearViewport } from '@/lib/use-near-viewport';
import { usePageIdle } from '@/lib/use-page-idle';

import type * as library from './library';

type Library = typeof library;

/** The library that draws, from the moment that it is there: a print waits for nothing. */
let loaded: Library | null = null;

const Context = createContext<Library | null>(null);

interface Props {
  height: number;
  /** Draws with the library, once the place was near the window. */
  children: (library: Library) => ReactNode;
}

/**
 * The place of a drawing, as wide as there is room. What is drawn is most of the work of a page, and what it is drawn with a
 * fifth of its bytes: far below the window neither is needed.
 */
export function Plot({ height, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const near = useNearViewport(place);
  const { drawing, failed } = useLibrary(near);
  return (
    <div ref={place} style={{ height }} data-far={drawing || failed ? undefined : true}>
      {failed && (
        <Notice tone="warning" title="The drawing could not be loaded.">
          Its numbers are in the table; reload the page to try again.
        </Notice>
      )}
      {drawing && (
        <Context value={drawing}>
          <drawing.ResponsiveContainer width="100%" height={height}>
            {children(drawing)}
          </drawing.ResponsiveContainer>
        </Context>
      )}
    </div>
  );
}

/** The library once it is needed. It is loaded where it is not, too, but later: for paper all is drawn at once. */
function useLibrary(needed: boolean): { drawing: Library | null; failed: boolean } {
  const [, setLoaded] = useState(loaded);
  const [failed, setFailed] = useState(false);
  const quiet = usePageIdle();
  const asked = needed || quiet;
  useEffect(() => {
    if (!asked) return;
    const load = async () => {
      loaded = await import('./library');
      setLoaded(loaded);
    };
    load().catch(() => setFailed(true));
  }, [asked]);
  return needed ? { drawing: loaded, failed: failed && !loaded } : { drawing: null, failed: false };
}

/** The library, for what is part of a drawing. */
export function useDrawing(): Library {
  const drawing = use(Context);
  if (!drawing) throw new Error('This is drawn within a Plot.');
  return drawing;
}
