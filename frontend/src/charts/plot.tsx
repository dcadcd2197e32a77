import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react';

import { useNear } from '@/lib/use-near';
import { useQuiet } from '@/lib/use-quiet';

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
  const near = useNear(place);
  const drawing = useLibrary(near);
  return (
    <div ref={place} style={{ height }} data-far={drawing ? undefined : true}>
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
function useLibrary(needed: boolean): Library | null {
  const [, setLoaded] = useState(loaded);
  const quiet = useQuiet();
  const asked = needed || quiet;
  useEffect(() => {
    if (!asked) return;
    const load = async () => {
      loaded = await import('./library');
      setLoaded(loaded);
    };
    void load();
  }, [asked]);
  return needed ? loaded : null;
}

/** The library, for what is part of a drawing. */
export function useDrawing(): Library {
  const drawing = use(Context);
  if (!drawing) throw new Error('This is drawn within a Plot.');
  return drawing;
}
