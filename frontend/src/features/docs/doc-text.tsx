import { useEffect } from 'react';

import { DocLink } from './doc-link';
import type { Page } from './library';
import { Markdown } from './markdown';

interface Props {
  page: Page | undefined;
  /** The place on the page, without #. */
  hash: string;
}

/** A page of the documentation, or the word that there is none. */
export function DocText({ page, hash }: Props) {
  const title = page?.title ?? 'Page not found';
  useScrollToHash(page?.address, hash);
  return (
    <>
      <title>{`${title} \u2013 Hostwise`}</title>
      {page ? (
        <Markdown key={page.address} page={page} />
      ) : (
        <>
          <h1>{title}</h1>
          <p>
            The documentation has no page at this address.{' '}
            <DocLink place={{ address: '', hash: '' }}>All pages</DocLink>
          </p>
        </>
      )}
    </>
  );
}

/** Brings the place that the address names into view, and lights it up for a moment. */
function useScrollToHash(address: string | undefined, hash: string): void {
  useEffect(() => {
    const place = hash === '' ? null : document.getElementById(hash);
    place?.scrollIntoView({ block: 'start' });
    (place?.closest('tr') ?? place)?.animate(
      [{ backgroundColor: 'var(--highlight)' }, { backgroundColor: 'transparent' }],
      { duration: 2_000, easing: 'ease-in' },
    );
  }, [address, hash]);
}
