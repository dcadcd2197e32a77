import { useSyncExternalStore } from 'react';

import { isRefused, presentedToken, subscribeToAccess } from '@/api/access';

/** The token that this browser presents, and whether the server refuses it, or refuses to go without. */
export function useAccess(): { token: string | null; refused: boolean } {
  const token = useSyncExternalStore(subscribeToAccess, presentedToken);
  const refused = useSyncExternalStore(subscribeToAccess, isRefused);
  return { token, refused };
}
