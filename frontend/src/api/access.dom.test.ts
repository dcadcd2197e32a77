import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import {
  forgetToken,
  isRefused,
  keepToken,
  presentedToken,
  presentToken,
  subscribeToAccess,
  tokenKeeping,
} from './access';
import { createClient } from './generated/client';

afterEach(forgetToken);

describe('the token of this browser', () => {
  it('is kept for the tab, or until it is forgotten', () => {
    keepToken('hw_a', 'tab');
    expect([presentedToken(), tokenKeeping(), localStorage.length]).toEqual(['hw_a', 'tab', 0]);
    keepToken('hw_b', 'browser');
    expect([presentedToken(), tokenKeeping(), sessionStorage.length]).toEqual(['hw_b', 'browser', 0]);
    forgetToken();
    expect([presentedToken(), localStorage.length]).toEqual([null, 0]);
  });

  it('lives on in the page where the browser has no room', () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    keepToken('hw_a', 'browser');
    full.mockRestore();
    expect([presentedToken(), tokenKeeping()]).toEqual(['hw_a', 'tab']);
  });
});

describe('a request', () => {
  const answers = vi.fn<(request: Request) => Response>();
  const client = createClient({
    baseUrl: 'http://hostwise.test',
    fetch: (request) => Promise.resolve(answers(request as Request)),
  });
  presentToken(client);
  const security = [{ scheme: 'bearer', type: 'http' }] as const;
  const ask = (options: { auth?: string } = {}) =>
    client.get({ url: '/api/v1/plans', security: [...security], ...options });

  beforeEach(() => {
    answers.mockReset();
    answers.mockImplementation(() => Response.json({}));
  });

  it('carries the token where one may be needed, and nowhere else', async () => {
    keepToken('hw_a', 'tab');
    await ask();
    await client.get({ url: '/api/v1/shared/hws_x' });
    const sent = answers.mock.calls.map(([request]) => request.headers.get('Authorization'));
    expect(sent).toEqual(['Bearer hw_a', null]);
  });

  it('that is refused says so once, until there is another token', async () => {
    const heard = vi.fn();
    const leave = subscribeToAccess(heard);
    answers.mockImplementation(() => Response.json({}, { status: 401 }));
    await ask();
    await ask();
    expect(isRefused()).toBe(true);
    expect(heard).toHaveBeenCalledTimes(1);
    keepToken('hw_a', 'tab');
    expect(isRefused()).toBe(false);
    leave();
  });

  it('with a token that is only tried says nothing of the one that is presented', async () => {
    answers.mockImplementation(() => Response.json({}, { status: 401 }));
    await ask({ auth: 'hw_tried' });
    expect(isRefused()).toBe(false);
  });
});
