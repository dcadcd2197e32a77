import { useLocation } from '@tanstack/react-router';
import { lazy } from 'react';

import { LazyBoundary } from '@/components/lazy-boundary';
import { DropAnywhere } from '@/features/estate/drop-anywhere';
import { say, useDropped, wait } from '@/features/estate/dropped-files';

import { isOfPlan, useOpenFiles, useWays } from './use-open-files';

const DropOutcome = lazy(async () => ({
  default: (await import('@/features/estate/drop-outcome')).DropOutcome,
}));

/** On its own page a file is a proposal, whatever it would be elsewhere. */
function takeProposal([file, ...more]: readonly File[]) {
  wait({ quote: file ?? null });
  if (file && more.length > 0)
    say({ tone: 'info', text: `One proposal is audited at a time: ${file.name} is.` });
}

/** A file can be dropped on any page, and each page says what became of it. */
export function Drops() {
  const openFiles = useOpenFiles();
  const ways = useWays();
  const { pathname } = useLocation();
  const audits = pathname === '/quote-audit';
  const offersQuote = isOfPlan(pathname) || audits;
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
      <DropAnywhere
        what={audits ? 'a vendor\u2019s proposal' : 'an export, history, a quote or a plan'}
        onFiles={audits ? takeProposal : openFiles}
      />
      {told && (
        <LazyBoundary over>
          <DropOutcome ways={ways} offersQuote={offersQuote} />
        </LazyBoundary>
      )}
    </>
  );
}
