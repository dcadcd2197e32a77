import { useEffect, useState } from 'react';

/** Time in which a page requests its answers and paints them, ms. */
const BUSY_MS = 3_000;

/** Whether the page is idle: time to load what may be needed later without delaying anything. */
export function usePageIdle(): boolean {
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), BUSY_MS);
    return () => clearTimeout(timer);
  }, []);
  return quiet;
}
