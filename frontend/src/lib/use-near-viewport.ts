import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Distance from the window that counts as near, px: about one turn of a mouse wheel. */
const MARGIN = 128;

/** Whether an element has been near the window since it was mounted; in print every element is. */
export function useNearViewport(element: RefObject<Element | null>): boolean {
  // Without IntersectionObserver, all is near.
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
