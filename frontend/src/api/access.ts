/** The token that this browser presents to the server, and whether the server lets it in. */
import type { Client } from './generated/client';

/** For how long a token is kept: as long as the tab, or until the user removes it. */
export type Keeping = 'tab' | 'browser';

const NAME = 'hostwise.token';

/** If the browser's storage is full, it lives as long as the page. */
let unkept: string | null = null;
let refused = false;
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

export function presentedToken(): string | null {
  try {
    return unkept ?? sessionStorage.getItem(NAME) ?? localStorage.getItem(NAME);
  } catch {
    return unkept;
  }
}

/** For how long the presented token is kept. */
export function tokenKeeping(): Keeping {
  try {
    return unkept === null && sessionStorage.getItem(NAME) === null ? 'browser' : 'tab';
  } catch {
    return 'tab';
  }
}

/** Whether the server has refused what this browser presents. */
export function isRefused(): boolean {
  return refused;
}

export function keepToken(token: string, keeping: Keeping): void {
  drop();
  try {
    (keeping === 'tab' ? sessionStorage : localStorage).setItem(NAME, token);
  } catch {
    unkept = token;
  }
  refused = false;
  changed();
}

export function forgetToken(): void {
  drop();
  refused = false;
  changed();
}

function drop(): void {
  unkept = null;
  try {
    sessionStorage.removeItem(NAME);
    localStorage.removeItem(NAME);
  } catch {
    // Nothing was kept, so nothing is left.
  }
}

export function subscribeToAccess(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const bearer = (token: string | null) => (token === null ? null : `Bearer ${token}`);

/** Sends the token with every request that may need it, and notices when it is refused. */
export function presentToken(client: Client): void {
  client.setConfig({ auth: () => presentedToken() ?? undefined });
  client.interceptors.response.use((response, request) => {
    // Ignore answers to an old token and to one that is only being tried.
    const current = request.headers.get('Authorization') === bearer(presentedToken());
    if (response.status === 401 && current && !refused) {
      refused = true;
      changed();
    }
    return response;
  });
}
