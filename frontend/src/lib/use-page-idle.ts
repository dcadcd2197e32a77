import { useEffect, useState } from 'react';

/** After so long a page has asked for its answers and painted them, ms. */
const BUSY_MS = 3_000;

/** Whether the page around has come to rest: time to load what may be needed later, which then stands in the way of nothing. */
export function usePageIdle(): boolean {
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), BUSY_MS);
    return () => clearTimeout(timer);
  }, []);
  return quiet;
}
