import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** How far outside the window something is near, px: about as far as one turn of a wheel goes. */
const MARGIN = 256;

/** Whether an element has come near the window since it is there; on paper everything is. */
export function useNearViewport(element: RefObject<Element | null>): boolean {
  // Where nobody can tell, all is near.
  const [near, setNear] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    const found = element.current;
    if (near || found === null) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((each) => each.isIntersecting) && setNear(true),
      {
        rootMargin: `${String(MARGIN)}px`,
      },
    );
    observer.observe(found);
    const print = () => flushSync(() => setNear(true));
    window.addEventListener('beforeprint', print);
    return () => {
      observer.disconnect();
      window.removeEventListener('beforeprint', print);
    };
  }, [near, element]);
  return near;
}
