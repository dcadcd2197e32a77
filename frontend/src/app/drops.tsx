import { useLocation } from '@tanstack/react-router';
import { lazy } from 'react';

import { LazyBoundary } from '@/components/lazy-boundary';
import { DropAnywhere } from '@/features/estate/drop-anywhere';
import { useDropped } from '@/features/estate/dropped-files';

import { isOfPlan, useOpenFiles, useWays } from './use-open-files';

const DropOutcome = lazy(async () => ({
  default: (await import('@/features/estate/drop-outcome')).DropOutcome,
}));

/** A file can be dropped on any page, and each page says what became of it. */
export function Drops() {
  const openFiles = useOpenFiles();
  const ways = useWays();
  const offersQuote = isOfPlan(useLocation().pathname);
  const { busy, said, questions, waiting } = useDropped();
  const { past, drives, quote } = waiting;
  const told =
    busy !== null ||
    said.length > 0 ||
    questions.length > 0 ||
    past !== null ||
    drives.length > 0 ||
    quote !== null;
  return (
    <>
      <DropAnywhere onFiles={openFiles} />
      {told && (
        <LazyBoundary over>
          <DropOutcome ways={ways} offersQuote={offersQuote} />
        </LazyBoundary>
      )}
    </>
  );
}
