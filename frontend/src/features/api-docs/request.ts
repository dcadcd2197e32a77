/** A request as somebody fills it in: its address, what is sent, and the same as a line for the shell. */
import type { Body, Listed, Parameter } from './description';

export interface Filled {
  values: Readonly<Record<string, string>>;
  text: string;
  file: File | null;
  token: string;
}

export interface Answered {
  response: Response;
  content: Blob;
  ms: number;
}

/** The body stands in the line itself where it is short. */
const MOST_IN_LINE = 400;

const isFilled = ({ values }: Filled, { name }: Parameter) => (values[name] ?? '') !== '';

export function addressOf({ path }: Listed, parameters: readonly Parameter[], filled: Filled): string {
  const value = ({ name }: Parameter) => filled.values[name] ?? '';
  const place = parameters
    .filter((each) => each.in === 'path' && isFilled(filled, each))
    .reduce((whole, each) => whole.replace(`{${each.name}}`, encodeURIComponent(value(each))), path);
  const asked = parameters
    .filter((each) => each.in === 'query' && isFilled(filled, each))
    // A list is written with commas, and asked for one by one.
    .flatMap((each) =>
      (each.schema.items ? value(each).split(',') : [value(each)]).map((part) => [each.name, part.trim()]),
    );
  const query = new URLSearchParams(asked).toString();
  return query === '' ? place : `${place}?${query}`;
}

export function headersOf(
  parameters: readonly Parameter[],
  body: Body | undefined,
  filled: Filled,
): [string, string][] {
  const given = parameters
    .filter((each) => each.in === 'header' && isFilled(filled, each))
    .map((each): [string, string] => [each.name, filled.values[each.name] ?? '']);
  const token = filled.token.trim();
  return [
    ...given,
    ...(body ? [['Content-Type', body.type] as [string, string]] : []),
    ...(token === '' ? [] : [['Authorization', `Bearer ${token}`] as [string, string]]),
  ];
}

/** As JSON that is sent: without the line breaks that make it readable, where lines are documents. */
export function sentText(body: Body, text: string): string {
  if (body.type !== 'application/x-ndjson') return text;
  try {
    return `${JSON.stringify(JSON.parse(text))}\n`;
  } catch {
    return text;
  }
}

export async function ask(
  operation: Listed,
  parameters: readonly Parameter[],
  body: Body | undefined,
  filled: Filled,
): Promise<Answered> {
  const start = performance.now();
  const response = await fetch(addressOf(operation, parameters, filled), {
    method: operation.method,
    headers: headersOf(parameters, body, filled),
    body: body === undefined ? null : body.example === undefined ? filled.file : sentText(body, filled.text),
  });
  return { response, content: await response.blob(), ms: performance.now() - start };
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The token stays out of what is copied. */
export function curlOf(
  origin: string,
  operation: Listed,
  parameters: readonly Parameter[],
  body: Body | undefined,
  filled: Filled,
): string {
  const headers = headersOf(parameters, body, filled).map(([name, value]) =>
    name === 'Authorization' ? '-H "Authorization: Bearer $TOKEN"' : `-H ${quoted(`${name}: ${value}`)}`,
  );
  const text = body && filled.text.trim() !== '' ? compact(filled.text) : undefined;
  const sent =
    body === undefined
      ? []
      : text !== undefined && text.length <= MOST_IN_LINE
        ? [`-d ${quoted(text)}`]
        : [`--data-binary @${body.example === undefined ? 'file' : 'body.json'}`];
  const method = operation.method === (body ? 'POST' : 'GET') ? [] : [`-X ${operation.method}`];
  return [
    'curl',
    ...method,
    ...headers,
    ...sent,
    quoted(origin + addressOf(operation, parameters, filled)),
  ].join(' ');
}

function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
