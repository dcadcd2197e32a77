import OVERVIEW from 'virtual:api-overview';
import { describe, expect, it } from 'vitest';

import {
  answersOf,
  bodyOf,
  byTag,
  type Description,
  exampleOf,
  limitsOf,
  objectsOf,
  type Operation,
  overviewOf,
  placeOf,
  typeOf,
} from './description';

const operation = (id: string, tag: string, more: Partial<Operation> = {}): Operation => ({
  tags: [tag],
  summary: id,
  description: `What ${id} does.`,
  operationId: id,
  responses: {},
  ...more,
});

const DESCRIPTION: Description = {
  info: { title: 'Hostwise', version: '1', description: 'What it is.' },
  paths: {
    '/a': { get: operation('read_a', 'price books'), post: operation('make_a', 'plans') },
    '/b': { get: operation('read_b', 'price books') },
  },
  components: {
    schemas: {
      Kind: { type: 'string', enum: ['one', 'two'] },
      Part: {
        type: 'object',
        required: ['key', 'kind', 'count', 'whole'],
        properties: {
          key: { type: 'string', maxLength: 8 },
          kind: { $ref: '#/components/schemas/Kind' },
          count: { type: 'integer', minimum: 2, maximum: 9, default: 3 },
          whole: { $ref: '#/components/schemas/Part' },
          note: { anyOf: [{ type: 'string', minLength: 1 }, { type: 'null' }] },
        },
      },
    },
  },
};
const PART = { $ref: '#/components/schemas/Part' };

describe('the overview', () => {
  it('lists the operations by their tags', () => {
    const { operations } = overviewOf(DESCRIPTION);
    expect(byTag(operations).map(([tag, each]) => [tag, each.map(({ id }) => id)])).toEqual([
      ['price books', ['read_a', 'read_b']],
      ['plans', ['make_a']],
    ]);
    expect(operations[1]).toEqual({
      tag: 'plans',
      id: 'make_a',
      method: 'POST',
      path: '/a',
      summary: 'make_a',
      description: 'What make_a does.',
    });
    expect(placeOf('price books', 'read_a')).toBe('/price_books/read_a');
  });

  it('is that of the API, with every name once', () => {
    const ids = OVERVIEW.operations.map(({ id }) => id);
    expect(ids).toContain('evaluate');
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('a value', () => {
  it.each([
    [PART, 'Part'],
    [{ type: 'array', items: PART }, 'list of Part'],
    [{ anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] }, 'string (uuid) or null'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'map to number'],
    [{ enum: ['a'] }, 'value'],
    [{}, 'any value'],
  ])('%j is said', (schema, words) => {
    expect(typeOf(schema)).toBe(words);
  });

  it('has its limits said, also those of what it refers to', () => {
    const { count = {}, kind = {}, note = {} } = DESCRIPTION.components.schemas.Part?.properties ?? {};
    expect(limitsOf(DESCRIPTION, count)).toEqual(['at least 2', 'at most 9', 'by default 3']);
    expect(limitsOf(DESCRIPTION, kind)).toEqual(['one of one, two']);
    expect(limitsOf(DESCRIPTION, note)).toEqual(['not empty']);
  });

  it('leads to the objects that it is made of, and in no circle', () => {
    const loop: Description = {
      ...DESCRIPTION,
      components: { schemas: { Loop: { items: { $ref: '#/Loop' } } } },
    };
    expect(
      objectsOf(DESCRIPTION, { anyOf: [{ type: 'array', items: PART }, { type: 'null' }] }),
    ).toHaveLength(1);
    expect(objectsOf(loop, { $ref: '#/Loop' })).toEqual([]);
  });

  it('has an example with what is required', () => {
    expect(exampleOf(DESCRIPTION, PART)).toEqual({ key: 'text', kind: 'one', count: 3, whole: {} });
    expect(exampleOf(DESCRIPTION, { anyOf: [{ type: 'null' }, { type: 'boolean' }] })).toBe(false);
    expect(exampleOf(DESCRIPTION, { type: 'array', items: { type: 'number' } })).toEqual([1]);
  });
});

describe('a body', () => {
  const withBody = (content: NonNullable<Operation['requestBody']>['content']) =>
    bodyOf(DESCRIPTION, operation('x', 'y', { requestBody: { content } }));

  it('begins with the given example, else with a made one', () => {
    expect(
      withBody({ 'application/json': { schema: PART, examples: { a: { value: { key: 'k' } } } } })?.example,
    ).toBe('{\n  "key": "k"\n}');
    expect(withBody({ 'application/json': { schema: { type: 'boolean' } } })?.example).toBe('false');
  });

  it('may be a file, or missing', () => {
    expect(withBody({ 'application/octet-stream': {} })?.example).toBeUndefined();
    expect(withBody({})).toBeUndefined();
  });
});

it('answers are named once, however many cases there are', () => {
  const problem = { description: 'Wrong.', content: { 'application/problem+json': { schema: PART } } };
  const responses = {
    200: { description: 'Done.', content: { 'text/csv': { schema: { type: 'string' } } } },
    404: problem,
    422: problem,
  };
  expect(answersOf(operation('x', 'y', { responses })).map(([name]) => name)).toEqual([
    'Part, application/problem+json',
  ]);
});
