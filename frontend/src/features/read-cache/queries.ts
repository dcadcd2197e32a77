import { queryOptions } from '@tanstack/react-query';

import { CACHE_COMPUTED } from '@/api/caching';
import { unwrap } from '@/api/client';
import { adviseReadCache, calibrateReadCache, readCacheBlockSizes } from '@/api/generated/sdk.gen';
import type { AdviceRequest, CalibrationCase, ReadCacheAdvice, ReadCacheBlockSizesData } from '@/api/types';

export const blockSizesQuery = (query: NonNullable<ReadCacheBlockSizesData['query']>) =>
  queryOptions({
    queryKey: ['read-cache', 'block-sizes', query],
    queryFn: ({ signal }) => unwrap(readCacheBlockSizes({ query, signal })),
    ...CACHE_COMPUTED,
  });

/** Calibration of measured cases; without any, of those in the catalogue. */
export const calibrationQuery = (cases: readonly CalibrationCase[] | null) =>
  queryOptions({
    queryKey: ['read-cache', 'calibration', cases],
    queryFn: ({ signal }) =>
      unwrap(calibrateReadCache({ body: cases === null ? {} : { cases: [...cases] }, signal })),
    ...CACHE_COMPUTED,
  });

export function adviseOnReadCache(request: AdviceRequest): Promise<ReadCacheAdvice> {
  return unwrap(adviseReadCache({ body: request }));
}
