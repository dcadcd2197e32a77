/** The questions to a plan, as the API declares them: of a plan as it is in the browser, or as a shared link shows it. */
import { queryOptions } from '@tanstack/react-query';

import { CACHE_BRIEFLY } from './caching';
import { unwrap } from './client';
import { client } from './generated/client.gen';
import { IN_DOCUMENT, type Questions, type SharedQuestion } from './questions.gen';
import type { Plan } from './types';

/** A plan, or the secret of the link that it is seen through. */
export type Source = Plan | string;

type Answer<N extends keyof Questions> = Questions[N]['answer'];

const NOTHING = {};

/** The answer to a question. A link is asked with its secret alone, and answers what it may show. */
export function questionQuery<N extends keyof Questions>(
  name: N,
  source: N extends SharedQuestion ? Source : Plan,
  parameters: Partial<Questions[N]['parameters']> = NOTHING,
) {
  return queryOptions({
    queryKey: [name, source, parameters],
    queryFn: ({ signal }): Promise<Answer<N>> =>
      unwrap<Answer<N>>(
        typeof source === 'string'
          ? client.get<{ 200: Answer<N> }>({
              url: `/api/v1/shared/{token}/${name}`,
              path: { token: source },
              query: parameters,
              signal,
            })
          : client.post<{ 200: Answer<N> }>({
              security: [{ scheme: 'bearer', type: 'http' }],
              url: `/api/v1/${name}`,
              headers: { 'Content-Type': 'application/json' },
              ...(IN_DOCUMENT.includes(name)
                ? { body: { plan: source, ...parameters } }
                : { body: source, query: parameters }),
              signal,
            }),
      ),
    ...CACHE_BRIEFLY,
  });
}
