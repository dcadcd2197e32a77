import { describe, expect, it } from 'vitest';

import type { Body, Listed, Parameter } from './description';
import { addressOf, curlOf, type Filled, headersOf, sentText } from './request';

const listed = (method: string, path: string): Listed => ({
  tag: 'plans',
  id: 'x',
  method,
  path,
  summary: '',
  description: '',
});
const PARAMETERS: Parameter[] = [
  { name: 'key', in: 'path', required: true, schema: { type: 'string' } },
  { name: 'fields', in: 'query', schema: { type: 'string' } },
  { name: 'kind', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
  { name: 'If-Match', in: 'header', schema: { type: 'string' } },
];
const JSON_BODY: Body = { type: 'application/json', schema: {}, example: '{}' };
const filled = (values: Record<string, string> = {}, text = '', token = ''): Filled => ({
  values,
  text,
  file: null,
  token,
});

describe('an address', () => {
  it('has what was filled in, and nothing else', () => {
    const values = { key: 'a/b', fields: 'hosts,cost', kind: 'x, y' };
    expect(addressOf(listed('GET', '/api/{key}'), PARAMETERS, filled(values))).toBe(
      '/api/a%2Fb?fields=hosts%2Ccost&kind=x&kind=y',
    );
    expect(addressOf(listed('GET', '/api/{key}'), PARAMETERS, filled({ fields: '' }))).toBe('/api/{key}');
  });
});

it('the token is sent, and stays out of the line for the shell', () => {
  const values = { 'If-Match': '"1"' };
  expect(headersOf(PARAMETERS, JSON_BODY, filled(values, '', ' hw_a '))).toEqual([
    ['If-Match', '"1"'],
    ['Content-Type', 'application/json'],
    ['Authorization', 'Bearer hw_a'],
  ]);
  expect(curlOf('http://h', listed('GET', '/a'), [], undefined, filled({}, '', 'hw_a'))).toBe(
    `curl -H "Authorization: Bearer $TOKEN" 'http://h/a'`,
  );
});

describe('a line for the shell', () => {
  const line = (method: string, body: Body | undefined, text = '') =>
    curlOf('http://h', listed(method, '/a'), [], body, filled({}, text));

  it('names the method where curl would take another', () => {
    expect(line('GET', undefined)).toBe("curl 'http://h/a'");
    expect(line('DELETE', undefined)).toBe("curl -X DELETE 'http://h/a'");
    expect(line('POST', undefined)).toBe("curl -X POST 'http://h/a'");
    expect(line('PUT', JSON_BODY, '{}')).toContain('-X PUT');
    expect(line('POST', JSON_BODY, '{}')).not.toContain('-X');
  });

  it('has a short body in it, and a long one beside it', () => {
    expect(line('POST', JSON_BODY, `{\n "a": "it's"\n}`)).toContain(`-d '{"a":"it'\\''s"}'`);
    expect(line('POST', JSON_BODY, `"${'x'.repeat(500)}"`)).toContain('--data-binary @body.json');
    expect(line('POST', { ...JSON_BODY, example: undefined })).toContain('--data-binary @file');
  });
});

it('a document of several lines is sent as one where lines are documents', () => {
  expect(sentText({ ...JSON_BODY, type: 'application/x-ndjson' }, '{\n "a": 1\n}')).toBe('{"a":1}\n');
  expect(sentText({ ...JSON_BODY, type: 'application/x-ndjson' }, '{}\n{}')).toBe('{}\n{}');
  expect(sentText(JSON_BODY, '{ }')).toBe('{ }');
});
