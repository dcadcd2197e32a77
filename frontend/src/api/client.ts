import { presentToken } from './access';
import { client } from './generated/client.gen';
import type { FieldProblem, Problem } from './types';

declare global {
  interface Window {
    /** Requests sent by `public/first.js` before the application was loaded, by address and body: each is used once. */
    preloadedAnswers?: Map<string, Promise<Response>>;
    /** Settles once it has asked about the plan, or knows that it does not. */
    preloadedQuestions?: Promise<unknown>;
  }
}

const takePreloaded: typeof fetch = async (request, init) => {
  const preloaded = window.preloadedAnswers;
  if (!preloaded || !(request instanceof Request)) return fetch(request, init);
  const { pathname, search } = new URL(request.url);
  // The body is part of the key: a request that changes something has another body or another method.
  const isQuestion = request.method === 'GET' || request.method === 'POST';
  const place = pathname + search + (request.method === 'POST' ? await request.clone().text() : '');
  if (request.method === 'POST') await window.preloadedQuestions;
  const answer = isQuestion ? preloaded.get(place) : undefined;
  if (answer) preloaded.delete(place);
  return answer ?? fetch(request, init);
};

client.setConfig({ baseUrl: '', fetch: takePreloaded });
presentToken(client);

/** An error that the API answered, or no answer. */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: Problem;

  constructor(status: number, problem: Problem) {
    super(problem.detail);
    this.name = 'ApiError';
    this.status = status;
    this.problem = problem;
  }

  get fields(): FieldProblem[] {
    return this.problem.errors ?? [];
  }
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'detail' in value && 'code' in value;
}

interface Answer<T> {
  data?: T;
  error?: unknown;
  response?: Response;
}

/** The data of an answer; anything else is thrown as an ApiError that says what happened. */
export async function unwrap<T>(request: Promise<Answer<T>>): Promise<T> {
  const { data } = await answered(request);
  return data as T;
}

async function answered<T>(
  request: Promise<Answer<T>>,
): Promise<{ data: T | undefined; response: Response }> {
  const { data, error, response } = await request;
  if (response?.ok) return { data, response };
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  if (response && isProblem(error)) throw new ApiError(response.status, error);
  throw new ApiError(response?.status ?? 0, {
    title: 'No answer',
    status: response?.status ?? 0,
    code: 'no_answer',
    detail: response
      ? `The server answered ${String(response.status)} without a reason.`
      : 'The server cannot be reached. Your work is kept in this browser; try again in a moment.',
  });
}

export interface NamedFile {
  name: string;
  content: Blob;
}

/** The file of an answer, under the name that the server gives it. */
export async function unwrapFile(request: Promise<Answer<unknown>>): Promise<NamedFile> {
  const { data, response } = await answered(request);
  const [, name] = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
  return { name: name ?? 'hostwise', content: data as Blob };
}

/** Whether the server wants a token first, which the page asks for in one place. */
export function needsToken(error: unknown): boolean {
  return error instanceof ApiError && error.problem.code === 'token_needed';
}

/** The headers of a table whose columns the user has to name; none if a file is unreadable for another reason. */
export function columnsOf(error: Error | null): readonly FieldProblem[] {
  return error instanceof ApiError && error.problem.code === 'unknown_format' ? error.fields : [];
}

/** Words for any error. */
export function errorText(error: unknown): string {
  // The server's own words are for scripts; here the page asks for the token.
  if (needsToken(error)) {
    return 'The server requires a valid token.';
  }
  return error instanceof Error ? error.message : String(error);
}
