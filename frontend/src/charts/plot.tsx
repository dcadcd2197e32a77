import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react';

import { useNear } from '@/lib/use-near';

import type * as library from './library';

type Library = typeof library;

/** The library that draws, from the moment that it is there: a print waits for nothing. */
let loaded: Library | null = null;

/** After so long a page has had its answers: what may be drawn later is loaded then, and stands in the way of nothing, ms. */
const QUIET_MS = 3_000;

const Context = createContext<Library | null>(null);

interface Props {
  height: number;
  /** Draws with the library, as long as its place is near the window. */
  children: (library: Library) => ReactNode;
}

/**
 * The place of a drawing, as wide as there is room. What is drawn is most of the work of a page, and what it is drawn with a
 * third of its bytes: so far below neither is needed.
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

/** The library once it is needed; it is loaded a little later where it is not, since for paper all is drawn at once. */
function useLibrary(needed: boolean): Library | null {
  const [, setLoaded] = useState(loaded);
  useEffect(() => {
    if (loaded) return;
    const load = async () => {
      loaded = await import('./library');
      setLoaded(loaded);
    };
    const timer = setTimeout(() => void load(), needed ? 0 : QUIET_MS);
    return () => clearTimeout(timer);
  }, [needed]);
  return needed ? loaded : null;
}

/** The library, for what is part of a drawing. */
export function useDrawing(): Library {
  const drawing = use(Context);
  if (!drawing) throw new Error('This is drawn within a Plot.');
  return drawing;
}
