import { queryOptions } from '@tanstack/react-query';

import { CACHE_COMPUTED, etag } from '@/api/caching';
import { unwrap } from '@/api/client';
import {
  createOpmModel as postOpmModel,
  deleteOpmModel as removeOpmModel,
  drawOpmCurve,
  parseOpmText,
  saveOpmModel as putOpmModel,
} from '@/api/generated/sdk.gen';
import type { OpmModel, OpmModelEntry, OpmTextReading } from '@/api/types';

/** The curves of a model while it is being written; nothing is saved. */
export const opmPreviewQuery = (model: OpmModel) =>
  queryOptions({
    queryKey: ['opm-preview', model],
    queryFn: ({ signal }) => unwrap(drawOpmCurve({ body: { model }, signal })),
    ...CACHE_COMPUTED,
  });

export function readOpmText(text: string): Promise<OpmTextReading> {
  return unwrap(parseOpmText({ body: { text } }));
}

export function createOwnModel(model: OpmModel): Promise<OpmModelEntry> {
  return unwrap(postOpmModel({ body: model }));
}

export function saveOwnModel(revision: number, model: OpmModel): Promise<OpmModelEntry> {
  return unwrap(
    putOpmModel({ path: { key: model.key }, headers: { 'if-match': etag(revision) }, body: model }),
  );
}

export async function deleteOwnModel(key: string, revision: number): Promise<void> {
  await unwrap(removeOpmModel({ path: { key }, headers: { 'if-match': etag(revision) } }));
}
