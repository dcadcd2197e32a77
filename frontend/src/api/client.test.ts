import { describe, expect, it } from 'vitest';

import { ApiError, errorText, unwrapFile } from './client';

const answer = (headers: Record<string, string>) =>
  unwrapFile(Promise.resolve({ data: new Blob(['x']), response: new Response('x', { headers }) }));

describe('a file of the API', () => {
  it('has the name that the server gives it', async () => {
    const named = await answer({ 'Content-Disposition': 'attachment; filename="hostwise-plan-r3.pdf"' });
    expect(named.name).toBe('hostwise-plan-r3.pdf');
    expect((await answer({})).name).toBe('hostwise');
  });

  it('that is refused is an error with the words of the server', async () => {
    const problem = { title: 'Wrong', status: 422, code: 'wrong', detail: 'The plan is wrong.' };
    const refused = unwrapFile(
      Promise.resolve({ error: problem, response: new Response(null, { status: 422 }) }),
    );
    await expect(refused).rejects.toThrow('The plan is wrong.');
  });

  it('says in plain words that a token is required', () => {
    const problem = { title: 'A', status: 401, code: 'token_needed', detail: 'Authorization: Bearer' };
    expect(errorText(new ApiError(401, problem))).toBe('The server requires a valid token.');
  });
});
