/** The evidence library and its models: shown as evidence, edited as own models, chosen among a plan's inputs. */
import { queryOptions } from '@tanstack/react-query';

import { unwrap } from './client';
import { listOpmModels, readEvidence, readOpmCurve, readOpmModel } from './generated/sdk.gen';

/** For data that changes only when a user edits an own model, perhaps in another browser. */
const EDITED = { staleTime: 60_000 } as const;

export const evidenceQuery = queryOptions({
  queryKey: ['evidence'],
  queryFn: ({ signal }) => unwrap(readEvidence({ signal })),
  ...EDITED,
});

/** All saved models: built-in ones first. */
export const opmModelsQuery = queryOptions({
  queryKey: ['opm-models'],
  queryFn: ({ signal }) => unwrap(listOpmModels({ signal })),
  ...EDITED,
});

export const opmModelQuery = (key: string) =>
  queryOptions({
    queryKey: ['opm-models', key],
    queryFn: ({ signal }) => unwrap(readOpmModel({ path: { key }, signal })),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });

/** The curves of a saved model, built-in or own. */
export const opmCurveQuery = (key: string) =>
  queryOptions({
    queryKey: ['opm-models', key, 'curve'],
    queryFn: ({ signal }) => unwrap(readOpmCurve({ path: { key }, signal })),
    ...EDITED,
  });
