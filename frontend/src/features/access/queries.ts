import { queryOptions } from '@tanstack/react-query';

import { CACHE_ONE_VISIT } from '@/api/caching';
import { unwrap } from '@/api/client';
import {
  createToken as postToken,
  listTokens,
  readPlanTemplate,
  revokeToken as removeToken,
} from '@/api/generated/sdk.gen';
import type { NewToken, TokenRequest } from '@/api/types';

/** All tokens, newest first. */
export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => unwrap(listTokens({ signal })),
  ...CACHE_ONE_VISIT,
});

export function createToken(request: TokenRequest): Promise<NewToken> {
  return unwrap(postToken({ body: request }));
}

/** Revokes a token, and what it made unless that is kept. */
export async function revokeToken(id: string, keepMade: boolean): Promise<void> {
  await unwrap(removeToken({ path: { token_id: id }, query: { keep_made: keepMade } }));
}

/** Throws unless the server accepts the token. */
export async function tryToken(token: string): Promise<void> {
  await unwrap(readPlanTemplate({ auth: token }));
}
