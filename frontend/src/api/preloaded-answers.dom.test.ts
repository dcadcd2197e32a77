import { afterEach, expect, test, vi } from 'vitest';

import './client';

import { client } from './generated/client.gen';

const PLACE = '/api/v1/plans/1';

afterEach(() => {
  delete window.preloadedAnswers;
  delete window.preloadedQuestions;
  vi.unstubAllGlobals();
});

function asked(method: string, body?: string): Promise<Response> {
  const send = client.getConfig().fetch;
  if (!send) throw new Error('The client has no fetch of its own.');
  return send(new Request(new URL(PLACE, location.href), { method, body }));
}

test('what was asked ahead answers the first request to read it, and no other one', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('asked now')));
  window.preloadedAnswers = new Map([[PLACE, Promise.resolve(new Response('asked ahead'))]]);
  expect(await (await asked('PUT')).text()).toBe('asked now');
  expect(await (await asked('GET')).text()).toBe('asked ahead');
  expect(await (await asked('GET')).text()).toBe('asked now');
});

test('a question about a plan is answered ahead only if it is about the same plan', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('asked now')));
  window.preloadedAnswers = new Map([[`${PLACE}{"vms":1}`, Promise.resolve(new Response('asked ahead'))]]);
  expect(await (await asked('POST', '{"vms":2}')).text()).toBe('asked now');
  expect(await (await asked('PUT', '{"vms":1}')).text()).toBe('asked now');
  expect(await (await asked('POST', '{"vms":1}')).text()).toBe('asked ahead');
  expect(await (await asked('POST', '{"vms":1}')).text()).toBe('asked now');
});

test('a question waits until it is known whether it was asked ahead', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('asked now')));
  const answers = (window.preloadedAnswers = new Map<string, Promise<Response>>());
  let known: () => void = () => undefined;
  window.preloadedQuestions = new Promise<void>((resolve) => (known = resolve));
  const answer = asked('POST', '{"vms":1}');
  answers.set(`${PLACE}{"vms":1}`, Promise.resolve(new Response('asked ahead')));
  known();
  expect(await (await answer).text()).toBe('asked ahead');
});
