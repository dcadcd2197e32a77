import { useMounted } from '@mantine/hooks';
import { type ComponentType, lazy, useEffect, useState } from 'react';

import { usePageIdle } from '@/lib/use-page-idle';

import { LazyBoundary } from './lazy-boundary';

interface Opens {
  opened: boolean;
}

/** An overlay of a page: loaded when the page is idle, or at the first opening, and rendered from then on. */
export function lazyOverlay<P extends Opens>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazy(async () => ({ default: openedOnceThere(await load()) }));
  return function LazyOverlay(props: P) {
    const [asked, setAsked] = useState(false);
    if (props.opened && !asked) setAsked(true);
    const quiet = usePageIdle();
    useEffect(() => {
      // If this fails, the first opening loads again.
      if (quiet) load().catch(() => undefined);
    }, [quiet]);
    return (
      asked && (
        <LazyBoundary over>
          <Part {...props} />
        </LazyBoundary>
      )
    );
  };
}

/** Rendered closed before it opens: otherwise it has no opening transition, and cannot return the focus. */
function openedOnceThere<P extends Opens>(Loaded: ComponentType<P>): ComponentType<P> {
  return function OpenedOnceThere(props: P) {
    const there = useMounted();
    return <Loaded {...props} opened={there && props.opened} />;
  };
}
