import { client } from './generated/client.gen';
import type { FieldProblem, Problem } from './types';

client.setConfig({ baseUrl: '' });

/** An answer of the API that is not the asked-for one. */
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
  const { data, error, response } = await request;
  if (response?.ok) return data as T;
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  if (response && isProblem(error)) throw new ApiError(response.status, error);
  throw new ApiError(response?.status ?? 0, {
    title: 'No answer',
    status: response?.status ?? 0,
    code: 'no_answer',
    detail: response
      ? `The server answered ${String(response.status)} without saying why.`
      : 'The server cannot be reached. Your work is kept in this browser; try again in a moment.',
  });
}

/** Words for any error. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
