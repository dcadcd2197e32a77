import { QueryClient } from '@tanstack/react-query';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';

import { questionHash } from './caching';
import { client } from './generated/client.gen';
import { questionQuery } from './questions';
import type { Plan } from './types';

const plan = { name: 'A plan' } as Plan;

/** The requests that are sent by asking: method, address and body. */
async function requestsOf(ask: (cache: QueryClient) => Promise<unknown>) {
  const sent: [string, string, string][] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    sent.push([request.method, pathname + search, await request.text()]);
    return Response.json({});
  });
  await ask(new QueryClient({ defaultOptions: { queries: { queryKeyHashFn: questionHash } } }));
  return sent;
}

afterEach(() => vi.unstubAllGlobals());

// Addresses here are below no page.
beforeAll(() => client.setConfig({ baseUrl: 'http://localhost' }));
afterAll(() => client.setConfig({ baseUrl: '' }));

it('sends a plan alone, with the parameters in the address', async () => {
  const sent = await requestsOf((cache) => cache.query(questionQuery('uncertainty', plan, { seed: 2 })));
  expect(sent).toEqual([['POST', '/api/v1/uncertainty?seed=2', '{"name":"A plan"}']]);
});

it('sends a plan in a document with the parameters, where the question is one', async () => {
  const sent = await requestsOf((cache) => cache.query(questionQuery('burst', plan, { failed_hosts: 1 })));
  expect(sent).toEqual([['POST', '/api/v1/burst', '{"plan":{"name":"A plan"},"failed_hosts":1}']]);
});

it('asks a link by its secret', async () => {
  const query = questionQuery('burst', 'hws_secret', { failed_hosts: 1, failed_groups: 0 });
  const sent = await requestsOf((cache) => cache.query(query));
  expect(sent).toEqual([['GET', '/api/v1/shared/hws_secret/burst?failed_hosts=1&failed_groups=0', '']]);
});

it('is asked once for the same plan and parameters', async () => {
  const sent = await requestsOf(async (cache) => {
    for (const seed of [2, 2, 3]) await cache.query(questionQuery('uncertainty', plan, { seed }));
  });
  expect(sent).toHaveLength(2);
});
