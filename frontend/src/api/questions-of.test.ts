import { expect, it } from 'vitest';

import { questionsOf } from './questions-of';

import description from '../../../docs/openapi.json?raw';
import written from './questions.gen.ts?raw';

/** A text without what only its form asks for. */
const bare = (text: string) => text.replaceAll(/^\/\/.*$|[\s'"|,]/gm, '');

it('the questions are those that the description of the API declares', () => {
  const { paths } = JSON.parse(description) as { paths: Parameters<typeof questionsOf>[0] };
  expect(bare(written)).toBe(bare(questionsOf(paths)));
});

it('are those that pages ask: with a plan alone, in a document with it, or through a link', () => {
  const answer = {
    responses: { '200': { content: { 'application/json': { schema: { $ref: '#/schemas/Answer' } } } } },
  };
  const body = (name: string) => ({
    requestBody: { content: { 'application/json': { schema: { $ref: `#/schemas/${name}` } } } },
  });
  const sent = { ...body('Plan'), ...answer };
  const text = questionsOf({
    '/api/v1/cost': { post: { operationId: 'plan_cost', 'x-question': 'cost', ...sent } },
    '/api/v1/seed': {
      post: { operationId: 'seed', 'x-question': 'seed', parameters: [{ in: 'query' }], ...sent },
    },
    '/api/v1/load': { post: { operationId: 'load', 'x-question': 'load', ...body('Load'), ...answer } },
    '/api/v1/own': { post: { operationId: 'own', 'x-question': 'own', 'x-by-hand': ['browser'], ...sent } },
    '/api/v1/tokens': { post: { operationId: 'tokens', ...sent } },
    '/api/v1/shared/{token}/load': { get: { operationId: 'load_shared', 'x-question': 'load', ...answer } },
  });
  expect(text).toContain("'cost': { answer: Api.Answer; parameters: Record<string, never> };");
  expect(text).toContain("'seed': { answer: Api.Answer; parameters: NonNullable<Api.SeedData['query']> };");
  expect(text).toContain("'load': { answer: Api.Answer; parameters: Omit<Api.Load, 'plan'> };");
  expect(text).toContain('IN_DOCUMENT: readonly (keyof Questions)[] = ["load"];');
  expect(text).toContain("type SharedQuestion = 'load';");
  expect(text).not.toMatch(/own|tokens/);
});
