/** The sample plans: cases on the start page, reproductions of studies in the evidence, each opened on its own. */
import { queryOptions } from '@tanstack/react-query';

import { FIXED } from './caching';
import { unwrap } from './client';
import { listSamples, readSampleSummary } from './generated/sdk.gen';
import { HEADLINE } from './headline';

export const samplesQuery = queryOptions({
  queryKey: ['samples'],
  queryFn: ({ signal }) => unwrap(listSamples({ signal })),
  ...FIXED,
});

/** What a sample comes to, for its picture. */
export const sampleHeadlineQuery = (key: string) =>
  queryOptions({
    queryKey: ['samples', key, 'headline'],
    queryFn: ({ signal }) =>
      unwrap(readSampleSummary({ path: { key }, query: { fields: ['hosts', ...HEADLINE].join() }, signal })),
    ...FIXED,
  });
